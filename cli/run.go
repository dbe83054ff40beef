package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/prepare"
	"beagle/cli/runs"
	"beagle/model"
	"beagle/run"
	"beagle/run/machine"
	"beagle/run/remote"
)

func newRun(a *program) *cobra.Command {
	var flags settingFlags
	var eventsTo string
	var wait, check bool
	var merge []string
	var then then
	c := &cobra.Command{
		Use:   "run [DIR or beagle.yaml]",
		Short: "Measure, learn and write the model, without screens and without questions",
		Long: `Measure, learn and write the model, without screens and without questions; on a
terminal it asks one, where the model was extracted from sources that have changed
since: whether to extract it again. Elsewhere a warning says how.

The result goes to standard output, messages to standard error. With --output
json, standard output carries one JSON object; with --events -, one object a
line as things happen, the result last.

Exit codes: 0 every element has an expression; 4 some have none; 5 aborted;
6 out of time, partial results kept; 130 and 143 stopped by a signal.`,
		Example: `beagle run
beagle run project/ --select FileUpload --dry-run
beagle run --output json --events events.ndjson --seed 7
beagle run --machine lab-1 --check   # what is missing on another machine
beagle run --logs /var/log/kieker   # learn from what was recorded before
beagle run --nats nats://10.0.0.5:4222 --credentials run.credentials   # workers learn, too`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := flags.chosen(a.App, c, args)
			if err != nil {
				return err
			}
			runs.AskFor(a.App)
			if check {
				return a.checkThere(c.Context(), &cfg)
			}
			if err := then.check(a.App); err != nil {
				return err
			}
			again, err := prepare.OfferAgain(c.Context(), a.App, &cfg)
			if err != nil {
				return err
			}
			cfg.Merge = merge
			return then.end(c.Context(), a.App, unlessLearnt(a.App, again, a.headless(c.Context(), cfg, eventsTo, wait)))
		},
	}
	flags.add(c)
	flags.addOutput(c)
	flags.addSpread(c)
	flags.setting(c, "machine", "machine.host", "run the whole analysis on this machine, which the system's ssh reaches")
	flags.addSelect(c)
	then.add(c)
	c.Flags().StringSliceVar(&merge, "merge", nil, "start with the results of this earlier run on the same inputs (repeatable)")
	c.Flags().StringVar(&eventsTo, "events", "", "write events as one JSON object a line to this file, or to standard output with -")
	c.Flags().BoolVar(&check, "check", false, "only check the other machine of the settings: log-in, programs, disk, clock, load")
	c.Flags().BoolVar(&wait, "wait", false, "begin when no other analysis of yours measures any more: each would disturb the other's times")
	return a.Prints(c, result{})
}

// unlessLearnt is how an analysis ended, of a model that was extracted again: that all of it
// has its values already is no error then.
func unlessLearnt(a *app.App, again bool, err error) error {
	if err != nil && again && app.AsProblem(err).Rule == "all-learnt" {
		a.Say("Nothing has to be measured anew")
		return nil
	}
	return err
}

func (a *program) checkThere(ctx context.Context, cfg *run.Config) error {
	at, elsewhere := cfg.Elsewhere()
	if !elsewhere {
		return app.Hinted(app.Usage("the analysis runs on this machine"), "--machine HOST, or machine: in beagle.yaml, names another one.")
	}
	lines, problems, err := remote.Check(ctx, at, cfg)
	if err != nil {
		return err
	}
	if a.JSON() {
		err = a.PrintJSON(map[string]any{"machine": at.String(), "ok": len(problems) == 0, "found": lines, "problems": append([]model.Problem{}, problems...)})
	} else {
		_, err = fmt.Fprintln(a.Out, strings.Join(lines, "\n"))
		a.WarnAll(problems)
	}
	if err == nil && len(problems) > 0 {
		err = app.Exit(app.Failed, nil)
	}
	return err
}

// newMachine is the hidden command by which this program serves an analysis on another machine.
func newMachine() *cobra.Command {
	return &cobra.Command{
		Use: machine.Command + " ORDER...", Short: "Serve an analysis from another machine", Hidden: true, Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return remote.Serve(c.Context(), args, os.Stdin, os.Stdout)
		},
	}
}

func newEngine(a *program) *cobra.Command {
	return &cobra.Command{
		Use: remote.EngineCommand + " RUN", Short: "Conduct an analysis in the background", Hidden: true, Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return remote.Engine(c.Context(), args[0], a.Err) },
	}
}
