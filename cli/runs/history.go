package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/compare"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/run"
	"beagle/run/folder"
	"beagle/run/remote"
	"beagle/tui"
	"beagle/tui/plot"
)

// NewHistory is "beagle history": what the runs of one model learnt, over time.
func NewHistory(a *app.App) *cobra.Command {
	var newest string
	var by string
	c := &cobra.Command{
		Use:   "history [METHOD or ELEMENT]",
		Short: "Show how learnt costs changed over commits and runs",
		Long: `Show how learnt costs changed, and which commit changed a form or a coefficient
by more than chance.

Of methods it shows what "beagle cost" and "beagle verify" learnt in this folder, by
the commit that was checked out. Of the elements of a model the newest run is compared
with each run before it as "beagle compare" does, over inputs that both measured.

METHOD or ELEMENT is a text that a method's name, or an element's name, component,
service or id contains; with it the expression of each commit or run is printed.

Without --run it takes the newest run of the project in this folder, else the newest
of all. On a terminal runs are a screen; --output text prints.`,
		Example: `  beagle history
  beagle history Sorter.sort
  beagle history --run 2026-11-22 --output json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			share, err := parseShare(by)
			if err != nil {
				return err
			}
			h, err := historiesOf(c.Context(), newest, share, Arg(args))
			switch {
			case err != nil:
				return err
			case a.JSON():
				return a.PrintJSON(h)
			case len(h.Runs) > 0 && a.Screens() && !c.Flags().Changed("output"):
				return tui.History(c.Context(), &h.History, Arg(args), func(ctx context.Context, before, after string) (*compare.Comparison, error) {
					return Compared(ctx, before, after, share)
				})
			}
			s := &app.Sheet{Width: a.Width()}
			writeCourses(s, h.Methods, Arg(args) != "")
			if len(h.Elements) > 0 || len(h.Methods) == 0 {
				writeHistory(s, &h.History, Arg(args))
			}
			_, err = fmt.Fprint(a.Out, s.String())
			return err
		},
	}
	c.Flags().StringVar(&newest, "run", "", "the newest run to show, e.g. 2026-11-22")
	c.Flags().StringVar(&by, "by", "10%", "share by which something may grow before it is worse, e.g. 5% or 0.05")
	_ = c.RegisterFlagCompletionFunc("run", Complete)
	return a.Prints(a.WithOutputs(c, app.Text, app.JSON), histories{})
}

var errNoRuns = errors.New("there is no run that has ended")

// History is that of the model of a run, up to that run; empty: of the newest run of the project in
// this folder, else of the newest of all.
func History(ctx context.Context, newest string, by float64) (*compare.History, error) {
	return historyOf(ctx, newest, by, true)
}

// historyOf is History; anywhere: of all runs, where this folder has none.
func historyOf(ctx context.Context, newest string, by float64, anywhere bool) (*compare.History, error) {
	all, err := folder.List()
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(i folder.Info) bool { return i.Problem != "" || !i.State.Ended() })
	at := -1
	if anywhere {
		at = len(all) - 1
	}
	if newest != "" {
		f, err := folder.Find(newest)
		if err != nil {
			return nil, None(err)
		}
		at = slices.IndexFunc(all, func(i folder.Info) bool { return i.ID == f.ID() })
	} else if here, err := os.Getwd(); err == nil {
		for i := range all {
			if all[i].Project == here {
				at = i
			}
		}
	}
	if at < 0 {
		return nil, app.Hinted(app.Exit(app.NoRun, errNoRuns), "\"beagle ps\" lists your runs")
	}
	var past []compare.Past
	commits := compare.HeadsOf(all[at].Project)
	for _, i := range all[:at+1] {
		if i.Model == all[at].Model {
			past = append(past, compare.Past{ID: i.ID, Began: i.Created, Commit: commits.At(i.Created)})
		}
	}
	h, err := compare.Over(ctx, past, by, func(id string) (run.Run, error) { return remote.Attach(id, remote.Watch) })
	if err == nil {
		h.Model = all[at].Model
	}
	return h, err
}

// commit is that of a run as a column, which is there where any run has one.
func commit(of *compare.Past, runs []compare.Past) string {
	if !slices.ContainsFunc(runs, func(r compare.Past) bool { return r.Commit != "" }) {
		return ""
	}
	return fmt.Sprintf("%-7s  ", cmp.Or(of.Commit, quantity.None))
}

func writeHistory(s *app.Sheet, h *compare.History, named string) {
	runs, width := h.Runs, len(h.Runs)
	if s.Width > 0 {
		width = min(width, s.Width/4)
	}
	since := runs[0].Began.Format("2006-01-02 15:04")
	if first, last := runs[0].Commit, runs[len(runs)-1].Commit; first != "" && first != last {
		since += ", commits " + first + " to " + last
	}
	s.Fold(fmt.Sprintf("%s, %s since %s", safe.Line(h.Name()), quantity.Plural(len(runs), "run", "runs"), since), 2)
	if named != "" {
		of := h.Of(named)
		for _, e := range of.Elements {
			s.Fold(fmt.Sprintf("%s  %s", safe.Line(e.Title()), safe.Line(e.Component+"."+e.Service)), 2)
			for i, p := range e.At {
				s.Fold(fmt.Sprintf("  %s  %s%5s  %-12s  %s", safe.Line(runs[i].ID), commit(&runs[i], runs), p.Share(), p.Changed, safe.Line(cmp.Or(p.Expression, "no expression"))), 6)
			}
		}
		if len(of.Elements) == 0 {
			s.Fold("no element contains "+safe.Line(named), 2)
		} else {
			s.Fold("%: cost of the same inputs, as a share of that in the newest run", 2)
		}
		return
	}
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 4, 2, ' ', 0)
	if total := runs[0].Total; total != nil {
		fmt.Fprintf(table, "total\t%s\t×%.3g\t%s\n", plot.SparkFromZero(h.Totals(), width), 1 / *total, quantity.Plural(runs[0].Of, "demand", "demands"))
	}
	same := 0
	for i := range h.Elements {
		e := &h.Elements[i]
		if e.Steady() {
			same++
			continue
		}
		changed := ""
		if at := e.LastChange(); at >= 0 {
			changed = e.At[at].Changed + " since " + cmp.Or(runs[at].Commit, runs[at].ID)
		}
		fmt.Fprintf(table, "%s  %s\t%s\t%s\t%s\t%s\n", safe.Line(e.Title()), safe.Line(e.Component+"."+e.Service), plot.SparkFromZero(e.Costs(), width), e.Since(), safe.Line(changed), safe.Line(cmp.Or(e.After.Expression, "no expression")))
	}
	_ = table.Flush() // into memory
	s.Cut(b.String())
	if same > 0 {
		s.Fold(quantity.Plural(same, "element is", "elements are")+" as before: beagle history ELEMENT", 2)
	}
	if len(runs) > 1 {
		s.Fold("cost of the same inputs in each run; ×: the newest divided by the oldest", 2)
	}
}
