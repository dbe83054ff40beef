// Package runs has the commands on an analysis that was begun earlier and whose model they do not
// write.
package runs

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/run/folder"
)

// NewPs is "beagle ps": the list of the user's runs.
func NewPs(a *app.App) *cobra.Command {
	var live bool
	c := &cobra.Command{
		Use:   "ps",
		Short: "List your analyses",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			all, err := folder.List()
			if err != nil {
				return err
			}
			infos := make([]folder.Info, 0, len(all))
			for _, info := range all {
				if info.Live || !live {
					infos = append(infos, info)
				}
			}
			if a.JSON() {
				return errors.Join(a.PrintJSON(infos), unreadable(infos))
			}
			if len(infos) == 0 && len(all) > 0 {
				a.Say("no analysis goes on now; \"beagle ps\" lists those that have ended")
				return nil
			}
			if len(infos) == 0 {
				a.Say("no analyses; \"beagle run\" starts one")
				return nil
			}
			_, err = io.WriteString(a.Out, Table(infos, a.Width()))
			return errors.Join(err, unreadable(infos))
		},
	}
	c.Flags().BoolVar(&live, "live", false, "only those that go on now")
	return a.Prints(c, []folder.Info{})
}

// unreadable ends with 1 where a run is damaged; its line says so.
func unreadable(infos []folder.Info) error {
	if slices.ContainsFunc(infos, func(info folder.Info) bool { return info.Problem != "" }) {
		return app.Exit(app.Failed, nil)
	}
	return nil
}

// Table lists runs, one a line. In a terminal that is too narrow for them
// the reason of each stands below its line, and models lose their folders.
func Table(infos []folder.Info, width int) string {
	var out app.Sheet
	whole := runsColumns(infos, func(info *folder.Info) []string { return []string{safe.Line(safe.Shown(info.Model)), why(info)} }, "MODEL", "WHY")
	if width == 0 || !slices.ContainsFunc(whole, func(line string) bool { return utf8.RuneCountInString(line) > width }) {
		out.WriteString(strings.Join(whole, "\n") + "\n")
		return out.String()
	}
	out.Width = width
	short := runsColumns(infos, func(info *folder.Info) []string { return []string{safe.Line(filepath.Base(info.Model))} }, "MODEL")
	out.Cut(short[0] + "\n")
	for i := range infos {
		out.Cut(short[i+1] + "\n")
		if reason := why(&infos[i]); reason != "" {
			out.Fold("  "+reason, 2)
		}
	}
	return out.String()
}

func runsColumns(infos []folder.Info, last func(*folder.Info) []string, names ...string) []string {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "RUN\tSTATE\tTIME\tMEASURED\t"+strings.Join(names, "\t"))
	for i := range infos {
		info := &infos[i]
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", safe.Line(info.ID), info.State, quantity.Clock(time.Duration(info.Elapsed)),
			quantity.Clock(time.Duration(info.Measured)), strings.Join(last(info), "\t"))
	}
	_ = table.Flush() // into memory
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return lines
}

// why is the reason of a run's state, or why the run cannot be read.
func why(info *folder.Info) string {
	if info.Problem != "" {
		return safe.Line(info.Problem)
	}
	return safe.Line(info.Why())
}

// None gives the error of a run that does not exist its exit code.
func None(err error) error {
	if errors.Is(err, folder.ErrNoRun) {
		return app.Exit(app.NoRun, err)
	}
	return err
}

// Arg is the run that a command names; none is the latest.
func Arg(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// Complete completes the names of runs.
func Complete(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	infos, err := folder.List()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	names := make([]string, 0, len(infos))
	for _, info := range infos {
		names = append(names, info.ID+"\t"+string(info.State))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
