package runs

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/compare"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/run/remote"
	"beagle/tui"
)

// NewCompare is "beagle compare": what changed between two runs of one program.
func NewCompare(a *app.App) *cobra.Command {
	var by string
	c := &cobra.Command{
		Use:   "compare BEFORE AFTER",
		Short: "Say what changed between two analyses, and whether anything got worse",
		Long: `Say what changed between two analyses of one program: expressions and their
numbers with intervals, what they say of the same inputs, measured times, samples.

An element is worse where its expression says more than --by above what it said
before, summed over inputs that both analyses measured, and more than launches of
the two differ by; or where it lost its expression. Exit code 7 says that
something is worse. On a terminal it is a screen; --output text prints.
"beagle report AFTER --against BEFORE" has the same on its page.`,
		Example: `  beagle compare 2026-11-21 2026-11-22 --by 10%
  beagle compare 2026-11-21 2026-11-22 --output json`,
		Args: cobra.ExactArgs(2),
		ValidArgsFunction: func(c *cobra.Command, args []string, to string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 1 {
				args = nil // the second one is a run, too
			}
			return Complete(c, args, to)
		},
		RunE: func(c *cobra.Command, args []string) error {
			share, err := parseShare(by)
			if err != nil {
				return err
			}
			found, err := Compared(c.Context(), args[0], args[1], share)
			if err != nil {
				return err
			}
			switch {
			case a.JSON():
				err = a.PrintJSON(found)
			case a.Screens() && !c.Flags().Changed("output"):
				err = tui.Compare(c.Context(), found)
			default:
				s := &app.Sheet{Width: a.Width()}
				writeComparison(s, found)
				_, err = fmt.Fprint(a.Out, s.String())
			}
			if err == nil && found.Worse > 0 {
				return app.Exit(app.Worse, nil)
			}
			return err
		},
	}
	c.Flags().StringVar(&by, "by", "10%", "share by which something may grow before it is worse, e.g. 5% or 0.05")
	return a.Prints(a.WithOutputs(c, app.Text, app.JSON), compare.Comparison{})
}

// parseShare reads 10% or 0.1.
func parseShare(text string) (float64, error) {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 100) {
		return 0, app.Usage("--by %s: write a share such as 10%% or 0.1", safe.Line(text))
	}
	return share, nil
}

// Compared says what changed between two runs of this user.
func Compared(ctx context.Context, before, after string, by float64) (*compare.Comparison, error) {
	first, err := remote.Attach(before, remote.Watch)
	if err != nil {
		return nil, None(err)
	}
	defer first.Close()
	second, err := remote.Attach(after, remote.Watch)
	if err != nil {
		return nil, None(err)
	}
	defer second.Close()
	return compare.Runs(ctx, first, second, by)
}

func writeComparison(s *app.Sheet, c *compare.Comparison) {
	s.Fold(fmt.Sprintf("%s, then %s", safe.Line(c.Before), safe.Line(c.After)), 2)
	same := 0
	for _, e := range c.Sorted() {
		if e.Outcome == compare.Unlearnt || e.Outcome == compare.Same && e.Form == compare.Equal {
			same++
			continue
		}
		s.Fold(fmt.Sprintf("%-9s%s  %s", e.Outcome, safe.Line(e.Title()), safe.Line(e.Component+"."+e.Service)), 9)
		for _, line := range e.Lines() {
			s.Fold(fmt.Sprintf("%9s%-10s %s", "", line.Name, safe.Line(line.Text)), 20)
		}
	}
	if same > 0 {
		s.Fold(quantity.Plural(same, "element is", "elements are")+" as before", 2)
	}
	for _, only := range []struct {
		names []string
		run   string
	}{{c.OnlyBefore, c.Before}, {c.OnlyAfter, c.After}} {
		if len(only.names) > 0 {
			s.Fold(fmt.Sprintf("%s only in %s: %s", quantity.Plural(len(only.names), "element is", "elements are"), safe.Line(only.run), safe.Line(strings.Join(only.names[:min(8, len(only.names))], "; "))), 2)
		}
	}
	for _, note := range c.Notes {
		s.Fold("note: "+safe.Line(note), 2)
	}
	s.Fold(c.Words(), 2)
}
