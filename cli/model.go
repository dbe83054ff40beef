package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/pcm"
	"beagle/cli/prepare"
)

func newModel(a *program) *cobra.Command {
	var flags settingFlags
	var yes, trusts, verbose bool
	c := &cobra.Command{
		Use:   "model [DIR]",
		Short: "From a plain Java project to a calibrated model: extract, try, measure, learn, write, predict",
		Long: `From a plain Java project to a calibrated model: extract, build, try launches,
measure, learn, write, predict. The model goes to the folder model, the decisions
to beagle.yaml, where they can be changed: a project that has one is measured as it
says, and only what it lacks is found. On a terminal it asks which components there
are, and shows measuring, review and writing on its screens; with --yes it asks and
shows nothing, and writes what is good enough. Where the sources have changed since, the
model is extracted again, and only what is otherwise is measured.

Classes with main and tests are found, and tried once each; launches that reach nothing,
fail or do not end are left out. Methods that take most of the time become services of
the model; services that can be driven are driven with inputs of many sizes. The program is built by its own build, and runs:
on a terminal Beagle asks first, once for each folder; elsewhere --trust or --yes
says that it may.
Exit codes are those of beagle run.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			dir, err := filepath.Abs(dir)
			if err != nil {
				return err
			}
			given, err := flags.early(c)
			if err != nil {
				return err
			}
			asks := a.Screens() && !yes
			a.Brief = !asks && !verbose
			if err := prepare.MayRun(c.Context(), a.App, prepare.Code{Dir: dir, Commands: prepare.Building(dir, given.Build), Trust: trusts, Ordered: yes}); err != nil {
				return err
			}
			again, err := prepare.Project(c.Context(), a.App, prepare.Order{Dir: dir, Ask: asks, Limit: time.Duration(given.Timeout.Limit), Drive: given.Drive.Mode})
			if err != nil {
				return err
			}
			cfg, err := flags.config(a.App, c, []string{dir})
			if err != nil {
				return err
			}
			cfg.Select.Unlearnt = cfg.Select.Unlearnt || again
			if asks {
				before, _ := os.ReadFile(cfg.Model)
				if err := unlessLearnt(a.App, again, screens{a}.showRun(c.Context(), cfg)); err != nil {
					return leave(a.App, err)
				}
				if after, _ := os.ReadFile(cfg.Model); !again && bytes.Equal(before, after) {
					a.Say("Nothing was written into the model; \"beagle review\" shows again what was learnt")
					return nil
				}
				return a.predicts(c, cfg.Model)
			}
			learnt := unlessLearnt(a.App, again, a.headless(c.Context(), cfg, "", false))
			if a.JSON() || a.Brief || learnt != nil && !app.IsPartial(learnt) {
				return learnt
			}
			return errors.Join(learnt, a.predicts(c, cfg.Model))
		},
	}
	flags.add(c)
	c.Flags().BoolVar(&verbose, "verbose", false, "print all warnings, what was learnt of each element, and what the model predicts")
	c.Flags().BoolVar(&yes, "yes", false, "take what beagle.yaml says and every default, without any screen, and write")
	c.Flags().BoolVar(&trusts, "trust", false, app.TrustUsage)
	return c
}

func (a *program) predicts(c *cobra.Command, repository string) error {
	command := pcm.NewPredict(a.App)
	command.SetArgs([]string{filepath.Dir(repository), "--print"})
	command.SilenceErrors, command.SilenceUsage = true, true
	a.Say("\nPrediction for one user:")
	return command.ExecuteContext(c.Context())
}
