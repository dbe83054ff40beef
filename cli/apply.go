package cli

import (
	"errors"
	"path/filepath"

	"beagle/cli/app"
	"beagle/run/folder"
	"beagle/run/remote"

	"github.com/spf13/cobra"

	"beagle/run"
)

func newApply(a *program) *cobra.Command {
	var out string
	var inPlace, dryRun, all bool
	c := &cobra.Command{
		Use:   "apply [RUN]",
		Short: "Write the accepted expressions of an analysis into the model",
		Long: `Write the accepted expressions of an analysis into the model. Those are the ones
accepted or edited in "beagle review"; with --all also the judge's choice for
every element that nobody decided on.`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeRun,
		RunE: func(c *cobra.Command, args []string) error {
			analysis, err := remote.Attach(runArg(args), remote.Watch)
			if err != nil {
				return noRun(err)
			}
			defer analysis.Close()
			cfg, err := folder.Settings(analysis.ID())
			if err != nil {
				return err
			}
			switch {
			case inPlace:
				cfg.Output.InPlace = true
			case out != "":
				if cfg.Output.File, err = filepath.Abs(out); err != nil {
					return err
				}
				cfg.Output.InPlace = false
			}
			cfg.Output.DryRun = dryRun
			if all {
				for _, problem := range run.AcceptAll(c.Context(), analysis) {
					a.Warn(problem)
				}
			}
			cfg.Output.Decided = !all
			if !decided(analysis.Snapshot(), cfg.Output.Decided) {
				return app.Hinted(errors.New("nobody decided on an expression yet, so there is nothing to write"),
					"\"beagle review\" decides element by element; --all accepts the judge's choices.")
			}
			r, err := a.write(c.Context(), cfg, analysis, analysis.Snapshot())
			if err != nil {
				return err
			}
			return a.report(r, &events{})
		},
	}
	c.Flags().StringVar(&out, "out", "", "write the calibrated model to this file")
	c.Flags().BoolVar(&inPlace, "in-place", false, "write the model itself and keep a .bak")
	c.Flags().BoolVar(&dryRun, "dry-run", false, "show what would be written, write nothing")
	c.Flags().BoolVar(&all, "all", false, "accept the judge's choice where nothing was decided")
	c.MarkFlagsMutuallyExclusive("out", "in-place")
	return c
}
