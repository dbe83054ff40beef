package runs

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/safe"
	"beagle/run"
	"beagle/run/folder"
	"beagle/run/remote"
)

// NewLog is "beagle log": output of a run's build and launches.
func NewLog(a *app.App) *cobra.Command {
	var of string
	var errorsOnly, follow bool
	c := &cobra.Command{
		Use:   "log [RUN]",
		Short: "Print what the build and the launches of an analysis printed",
		Long: `Print the output of the build or of a launch of an analysis: the latest, or the one
that --of names, such as build or launch-3. --error prints the first line
that looks like an error, and those around it. --follow goes on to print what they
write, build and launches one after the other, until the analysis has ended or
ctrl+c; in JSON one object a line. On the dashboard it is L.`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: Complete,
		RunE: func(c *cobra.Command, args []string) error {
			analysis, err := remote.Attach(Arg(args), remote.Watch)
			if err != nil {
				return None(err)
			}
			defer analysis.Close()
			if follow {
				return (&follower{App: a, analysis: analysis, of: of}).follow(c.Context())
			}
			all, err := folder.Printed(analysis.ID())
			if err != nil {
				return err
			}
			if len(all) == 0 {
				return app.Usage("nothing was printed in %s", analysis.ID())
			}
			chosen := all[len(all)-1]
			if of != "" {
				names := make([]string, len(all))
				for i := range all {
					if names[i] = all[i].Name; all[i].Name == of {
						chosen = all[i]
					}
				}
				if chosen.Name != of {
					return app.Usage("nothing is called %q there: it has %s", safe.Line(of), safe.Line(strings.Join(names, ", ")))
				}
			}
			lines, err := chosen.Read()
			if err != nil {
				return err
			}
			if lines == nil {
				lines = []string{} // in JSON a list, too
			}
			wrong := run.FirstError(lines)
			if a.JSON() {
				out := map[string]any{"run": analysis.ID(), "outputs": all, "shown": chosen.Name, "lines": lines}
				if wrong >= 0 {
					out["first_error"] = map[string]any{"line": wrong + 1, "text": lines[wrong]}
				}
				return a.PrintJSON(out)
			}
			if errorsOnly {
				const around = 3
				if wrong < 0 {
					a.Say("no line of %s looks like an error", chosen.Name)
					return nil
				}
				lines = lines[max(0, wrong-around):min(len(lines), wrong+around+1)]
			}
			a.Say("%s of %s: %s", chosen.Name, analysis.ID(), safe.Line(safe.Shown(chosen.File)))
			if len(lines) == 0 {
				return nil
			}
			_, err = io.WriteString(a.Out, fmt.Sprintln(strings.Join(lines, "\n")))
			return err
		},
	}
	c.Flags().StringVar(&of, "of", "", "what: build, launch-3, …; the latest otherwise")
	c.Flags().BoolVar(&errorsOnly, "error", false, "only the first line that looks like an error, and those around it")
	c.Flags().BoolVarP(&follow, "follow", "f", false, "go on to print what is written, until the analysis has ended")
	c.MarkFlagsMutuallyExclusive("follow", "error")
	return c
}

// NewRm is "beagle rm": folders of ended runs are deleted.
func NewRm(a *app.App) *cobra.Command {
	var elsewhere bool
	c := &cobra.Command{
		Use:   "rm RUN...",
		Short: "Delete ended analyses with everything that they kept",
		Long: `Delete ended analyses with everything that they kept.

With --remote, all that Beagle keeps on the machine where each ran: its program, and
the projects that went there. A run of which nothing was fetched yet is forgotten.`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: Complete,
		RunE: func(c *cobra.Command, args []string) error {
			AskFor(a)
			for _, id := range args {
				if elsewhere {
					if err := emptied(c.Context(), a, id); err != nil {
						return None(err)
					}
					continue
				}
				if err := folder.Remove(id); err != nil {
					return None(err)
				}
				a.Say("removed %s", id)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&elsewhere, "remote", false, "empty Beagle's folder on the machine where RUN was, instead of deleting RUN")
	return c
}

func emptied(ctx context.Context, a *app.App, id string) error {
	f, err := folder.Find(id)
	if err != nil {
		return err
	}
	cfg, err := folder.Settings(f.ID())
	if err != nil {
		return err
	}
	at, elsewhere := cfg.Elsewhere()
	if !elsewhere {
		return app.Usage("%s was on this machine; beagle rm without --remote deletes it", f.ID())
	}
	if err := remote.Empty(ctx, at, cfg.Project); err != nil {
		return err
	}
	a.Say("emptied Beagle's folder on %s", at)
	return f.Return()
}

// AskFor lets ssh ask on the terminal for what it needs to reach another machine.
func AskFor(a *app.App) {
	remote.Person.Say, remote.Person.Terminal = a.SayLine, term.IsTerminal(os.Stdin.Fd())
}
