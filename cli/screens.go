package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"beagle/config"
	"beagle/internal/safe"
	"beagle/run"
	"beagle/tui"
)

// openProject is "beagle [DIR or beagle.yaml]": the wizard, or what to use
// where there is no terminal.
func (a *app) openProject(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		if _, err := os.Stat(args[0]); err != nil {
			wrong := usage("beagle has no command or project %q", safe.Line(args[0]))
			if near := suggestion(c, args[0]); near != "" {
				return hinted(wrong, near)
			}
			return wrong
		}
	}
	if !a.screens() {
		return hinted(usage("the wizard needs a terminal"), "Use \"beagle run\" instead: the same analysis without screens; \"beagle check\" says what it would do.")
	}
	cfg, err := a.draft(c, args)
	if err != nil {
		return err
	}
	return a.wizard(c.Context(), cfg)
}

// draft is what the wizard starts from: the project's settings, complete or
// not, or what can be guessed of a folder without any.
func (a *app) draft(c *cobra.Command, args []string) (run.Config, error) {
	settings, err := a.load(c, &settingFlags{}, args)
	if err != nil {
		if missing := (*config.MissingError)(nil); errors.As(err, &missing) {
			return config.Guess(missing.Dir), nil
		}
		return run.Config{}, err
	}
	cfg, err := settings.Config()
	if errors.As(err, new(config.SettingErrors)) {
		return cfg, nil // the wizard shows what is missing, and asks for it
	}
	return cfg, err
}

// wizard sets an analysis up and goes on to its screens.
func (a *app) wizard(ctx context.Context, cfg run.Config) error {
	return a.leave(tui.Wizard(ctx, tui.WizardOptions{
		Config:       cfg,
		Prepare:      run.Prepare,
		ProposeLinks: run.ProposeLinks,
		Commands:     commandProblems,
		Start:        func(cfg run.Config) (run.Run, error) { return a.start(context.WithoutCancel(ctx), cfg) },
		Headless:     config.Command,
		Save: func(cfg run.Config) error {
			return config.Save(filepath.Join(cfg.Project, config.FileName), cfg)
		},
		TryLaunch: run.TryOut,
		CanDetach: run.Detaches,
		Say:       a.sayLine,
	}))
}

// showRun starts an analysis and shows its screens.
func (a *app) showRun(ctx context.Context, cfg run.Config) error {
	analysis, err := a.start(context.WithoutCancel(ctx), cfg)
	if err != nil {
		return err
	}
	defer analysis.Close()
	return a.leave(tui.Watch(ctx, analysis, tui.WatchOptions{Output: cfg.Output, CanDetach: run.Detaches, Say: a.sayLine}))
}

// leave turns the ways of leaving the screens into exit codes.
func (a *app) leave(err error) error {
	if errors.Is(err, tui.ErrDetached) {
		a.say("%v", err)
		return nil
	}
	if errors.Is(err, tui.ErrAborted) {
		a.say("%v; \"beagle resume\" goes on", err)
		return exit(exitAborted, nil)
	}
	return err
}
