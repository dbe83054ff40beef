package cli

import (
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"beagle/internal/safe"
	"beagle/run"
)

func newPs(a *app) *cobra.Command {
	var live bool
	c := &cobra.Command{
		Use:   "ps",
		Short: "List your analyses",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			all, err := run.List()
			if err != nil {
				return err
			}
			infos := make([]run.Info, 0, len(all))
			for _, info := range all {
				if info.Live || !live {
					infos = append(infos, info)
				}
			}
			if a.json() {
				return a.printJSON(infos)
			}
			if len(infos) == 0 {
				a.say("no analyses; \"beagle run\" starts one")
				return nil
			}
			table := tabwriter.NewWriter(a.out, 0, 4, 2, ' ', 0)
			fmt.Fprintln(table, "RUN\tSTATE\tTIME\tMEASURED\tMODEL\tWHY")
			for _, info := range infos {
				why := info.Reason
				if info.Problem != "" {
					why = info.Problem
				}
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", safe.Line(info.ID), info.State, clock(time.Duration(info.Elapsed)), clock(time.Duration(info.Measured)),
					safe.Line(shown(info.Model)), safe.Line(why))
			}
			return table.Flush()
		},
	}
	c.Flags().BoolVar(&live, "live", false, "only those that go on now")
	return c
}

// noRun gives the error of a run that does not exist its exit code.
func noRun(err error) error {
	if errors.Is(err, run.ErrNoRun) {
		return exit(exitNoRun, err)
	}
	return err
}

// runArg is the run that a command names; none is the latest.
func runArg(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// completeRun completes the names of runs.
func completeRun(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	infos, err := run.List()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	names := make([]string, 0, len(infos))
	for _, info := range infos {
		names = append(names, info.ID+"\t"+string(info.State))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
