package runs

import (
	"fmt"

	"beagle/cli/app"
	"beagle/run/ended"

	"github.com/spf13/cobra"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/expression"
)

// NewExport is "beagle export": what a run measured, as JSON lines, as the CSV table of one element, as its
// events, or as a Kieker log.
func NewExport(a *app.App) *cobra.Command {
	var element, log, as string
	var raw bool
	c := &cobra.Command{
		Use:   "export [RUN]",
		Short: "Print the measurements that an analysis keeps",
		Long: `Print the measurements that an analysis keeps: with --output jsonl one observation
a line, with --output csv or parquet the table of one element, which "beagle fit"
reads. With --output prometheus, how the run went and how well each element is known, as metrics.

With --as, the learnt formulas are printed as functions of a programming language,
as LaTeX, or for a spreadsheet whose cells are named as the inputs: to be used where
there is no model.

With --kieker, the executions of services and demand sections are written as a
Kieker log of operation executions: those that were recorded, which of a long
run are samples (measure.keep says how much is kept).`,
		Example: `beagle export > measurements.jsonl
beagle export --element _eachFile --output csv > loop.csv && beagle fit loop.csv --target value --kind count
beagle export --element _eachFile --output parquet > loop.parquet
beagle export --as python > costs.py
beagle export --output prometheus > beagle.prom
beagle export --kieker /tmp/log`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: Complete,
		RunE: func(_ *cobra.Command, args []string) error {
			language, coded, err := a.Language(as)
			if err != nil {
				return err
			}
			if coded && (raw || log != "") {
				return app.Usage("--as prints what was learnt, --events and --kieker what was measured: write one of them")
			}
			if coded {
				return None(exportFormulas(a, Arg(args), model.ElementID(element), language))
			}
			if raw {
				problems, err := ended.ExportEvents(a.Out, Arg(args))
				return None(damaged(a, problems, err))
			}
			if log != "" {
				return exportKieker(a, log, Arg(args))
			}
			format := a.Output
			if format == app.Text {
				format = "jsonl"
			}
			if format == "prometheus" && element != "" {
				return app.Usage("--output prometheus is about a whole run: leave --element out")
			}
			if format == "prometheus" {
				return None(exportMetrics(a.Out, Arg(args)))
			}
			if (format == "csv" || format == "parquet") && element == "" {
				return app.Usage("a table is that of one element: name it with --element")
			}
			out := a.Out
			if format == "parquet" {
				if out, err = a.Bytes(); err != nil {
					return err
				}
			}
			return None(ended.Export(out, Arg(args), format, model.ElementID(element)))
		},
	}
	c.Flags().StringVar(&element, "element", "", "only this element, by its id as in run.json, e.g. _a1#CPU")
	c.Flags().BoolVar(&raw, "events", false, "the measurement events as they came, as far as they are kept: about the first million of each launch")
	c.Flags().StringVar(&log, "kieker", "", "write the executions of services and demand sections to this new folder, as a log for Kieker's tools")
	app.As(c.Flags(), &as)
	return a.WithOutputs(c, app.Text, "jsonl", "csv", "parquet", "prometheus")
}

// exportFormulas writes what was learnt of a run's elements, or of one of them, as code.
func exportFormulas(a *app.App, id string, element model.ElementID, in expression.Language) error {
	r, err := ended.Find(id)
	if err != nil {
		return err
	}
	defer r.Close()
	var all []app.Formula
	known := element == ""
	elements := r.Snapshot().Elements
	for i := range elements {
		if element == "" || elements[i].ID == element {
			known = true
			all = append(all, app.Formulas(&elements[i])...)
		}
	}
	switch {
	case !known:
		_, err := r.Element(element)
		return err
	case len(all) == 0:
		return app.Hinted(fmt.Errorf("nothing was learnt that could be written as code"), "beagle review "+r.ID()+" shows why")
	}
	return a.PrintCode(all, in)
}

// damaged is the error of events that are not all whole; what is, was written.
func damaged(a *app.App, problems []model.Problem, err error) error {
	if err != nil || len(problems) == 0 {
		return err
	}
	for _, problem := range problems[1:] {
		a.Warn(problem)
	}
	problems[0].Severity = model.Error
	return problems[0]
}

func exportKieker(a *app.App, dir, id string) error {
	log, problems, err := ended.ExportKieker(dir, id)
	if err = damaged(a, problems, err); err != nil {
		return None(err)
	}
	if log.Cut > 0 {
		fmt.Fprintf(a.Err, "%d traces were too long, and are cut into several\n", log.Cut)
	}
	_, err = fmt.Fprintf(a.Out, "%d executions in %d traces: %s\n", log.Executions, log.Traces, safe.Text(dir))
	return err
}
