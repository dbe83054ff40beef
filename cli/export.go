package cli

import (
	"github.com/spf13/cobra"

	"beagle/model"
	"beagle/run"
)

func newExport(a *app) *cobra.Command {
	var element string
	var raw bool
	c := &cobra.Command{
		Use:   "export [RUN]",
		Short: "Print the measurements that an analysis keeps",
		Long: `Print the measurements that an analysis keeps: with --output jsonl one observation
a line, with --output csv the table of one element, which "beagle fit" reads.`,
		Example: `beagle export > measurements.jsonl
beagle export --element _loop1 --output csv > loop.csv && beagle fit loop.csv --target value --kind count`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeRun,
		RunE: func(_ *cobra.Command, args []string) error {
			if raw {
				problems, err := run.ExportEvents(a.out, runArg(args))
				for _, problem := range problems {
					a.warn(problem)
				}
				return noRun(err)
			}
			format := a.output
			if format == outputText {
				format = "jsonl"
			}
			if format == "csv" && element == "" {
				return usage("a table is that of one element: name it with --element")
			}
			return noRun(run.Export(a.out, runArg(args), format, model.ElementID(element)))
		},
	}
	c.Flags().StringVar(&element, "element", "", "only this element, by its id as in run.json, e.g. _a1#CPU")
	c.Flags().BoolVar(&raw, "events", false, "the measurement events as they came, as far as they are kept: about the first million of each launch")
	return withOutputs(c, outputText, "jsonl", "csv")
}
