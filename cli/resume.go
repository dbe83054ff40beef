package cli

import (
	"errors"
	"slices"

	"beagle/cli/app"
	"beagle/cli/runs"
	"beagle/run/folder"
	"beagle/run/remote"

	"github.com/spf13/cobra"

	"beagle/internal/safe"
	"beagle/run"
)

func newResume(a *program) *cobra.Command {
	var changed string
	var detach, force bool
	c := &cobra.Command{
		Use:   "resume [RUN]",
		Short: "Go on with a paused analysis, or take one up again that was aborted or lost",
		Long: `Go on with a paused analysis, or take one up again that was aborted, failed, or
lost its process. At most the launch in flight is repeated. An analysis that beagle run
began ends as it would have ended there: the model goes to where --out, --in-place or
--dry-run said, and the exit code is that of beagle run. On a terminal its screens are
shown, and the model is written on your word.

Model, links, sources, build and launch commands must be what the analysis
began with. Where they are not, the changes are listed, and --changed says what
shall be done: "unaffected" goes on without the elements whose code or model
changed, "anew" measures these again.`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: runs.Complete,
		RunE: func(c *cobra.Command, args []string) error {
			what, ok := map[string]folder.Changed{"": folder.Stop, "unaffected": folder.Unaffected, "anew": folder.Anew}[changed]
			if !ok {
				return app.Usage("--changed %s: write unaffected or anew", safe.Line(changed))
			}
			analysis, taken, err := resume(a.App, c, runs.Arg(args), what, force)
			if err != nil {
				return explainChanges(a.App, runs.None(err))
			}
			defer analysis.Close()
			if detach {
				a.Say("%s goes on; beagle attach %s", analysis.ID(), analysis.ID())
				return nil
			}
			cfg, err := settingsOf(analysis)
			if err != nil {
				return err
			}
			if taken && cfg.Output.Replace && !a.Screens() { // as beagle run has it, whose process is lost
				return conductToEnd(c.Context(), a.App, cfg, analysis, &events{})
			}
			return look(c.Context(), a.App, analysis)
		},
	}
	c.Flags().StringVar(&changed, "changed", "", "how to go on where inputs have changed: unaffected or anew")
	c.Flags().BoolVar(&detach, "detach", false, "do not stay to watch")
	c.Flags().BoolVar(&force, "force", false, "also while another screen is in control")
	return c
}

// resume continues a live run or takes up one that has no process; taken tells which.
func resume(a *app.App, c *cobra.Command, id string, changed folder.Changed, force bool) (analysis run.Run, taken bool, err error) {
	f, err := folder.Find(id)
	if err != nil {
		return nil, false, err
	}
	_, there := f.There()
	if there {
		if err := reach(c.Context(), a, f); err != nil {
			return nil, false, err
		}
	}
	if id = f.ID(); f.Live() || there { // else it need not be whole
		mode := remote.Control
		if force {
			mode = remote.Insist
		}
		if analysis, err = remote.Attach(id, mode); err != nil {
			return nil, false, err
		}
		if !analysis.Snapshot().State.Ended() {
			if err := analysis.Continue(c.Context()); err != nil {
				return nil, false, errors.Join(err, analysis.Close())
			}
			return analysis, false, nil
		}
		if err := analysis.Close(); err != nil {
			return nil, false, err
		}
	}
	began, err := folder.Settings(id)
	if err != nil {
		return nil, false, err
	}
	analysis, err = remote.Resume(c.Context(), id, present(a, c, began), changed)
	return analysis, true, err
}

func present(a *app.App, c *cobra.Command, began run.Config) *run.Config {
	settings, err := (&settingFlags{}).load(a, c, []string{began.Project})
	if err != nil {
		return nil
	}
	now, err := settings.Config()
	given := slices.Contains(began.Given, "launch")
	if !began.Launches() || !given && (err != nil || len(now.Launch) == 0) {
		return nil
	}
	if !slices.Contains(began.Given, "build") {
		began.Build = now.Build
	}
	if !given {
		began.Launch = now.Launch
	}
	return &began
}

func explainChanges(a *app.App, err error) error {
	var changes *folder.ChangedError
	if !errors.As(err, &changes) {
		return err
	}
	for _, change := range changes.Changes {
		a.Say("%s", safe.Line(change.String()))
	}
	for i := range changes.Affected {
		a.Say("affected: %s %s (%s)", changes.Affected[i].Kind, safe.Line(changes.Affected[i].Name), safe.Line(string(changes.Affected[i].ID)))
	}
	return app.Hinted(errors.New("the inputs are no longer what the analysis began with"),
		"Say --changed unaffected or --changed anew, or start a new analysis.")
}
