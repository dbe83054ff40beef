package cli

import (
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/predict"
	"beagle/cli/prepare"
)

func newModel(a *program) *cobra.Command {
	var flags settingFlags
	var yes bool
	c := &cobra.Command{
		Use:   "model [DIR]",
		Short: "From a plain Java project to a calibrated model: extract, try, measure, learn, write, predict",
		Long: `From a plain Java project to a calibrated model: extract, build, try launches,
measure, learn, write, predict. The model goes to the folder model, the decisions
to beagle.yaml, where they can be changed: a project that has one is measured as it
says, and only what it lacks is found. Where the sources have changed since, the
model is extracted again, and only what is otherwise is measured.

Classes with main and tests are found, and tried once each; what reaches nothing,
fails or does not end is left out. The program is built by its own build, and runs.
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
			again, err := prepare.Project(c.Context(), a.App, dir, a.Screens() && !yes)
			if err != nil {
				return err
			}
			cfg, err := flags.config(a.App, c, []string{dir})
			if err != nil {
				return err
			}
			cfg.Select.Unlearnt = cfg.Select.Unlearnt || again
			learnt := unlessLearnt(a.App, again, a.headless(c.Context(), cfg, "", false))
			if a.JSON() || learnt != nil && !app.IsPartial(learnt) {
				return learnt
			}
			command := predict.New(a.App)
			command.SetArgs([]string{filepath.Dir(cfg.Model), "--print"})
			command.SilenceErrors, command.SilenceUsage = true, true
			a.Say("\nWhat the model predicts for one user:")
			return errors.Join(learnt, command.ExecuteContext(c.Context()))
		},
	}
	flags.add(c)
	c.Flags().BoolVar(&yes, "yes", false, "take what beagle.yaml says and every default, without the screen of components")
	return c
}
