package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"beagle/cli/app"
	"beagle/cli/prepare"
	"beagle/cli/setup"
	"beagle/extract"
	"beagle/extract/launches"
	extracted "beagle/extract/project"
	"beagle/run/draft"
	"beagle/run/folder"
	"beagle/run/project"
	"beagle/run/remote"

	"github.com/spf13/cobra"

	"beagle/config"
	"beagle/internal/safe"
	"beagle/model/adapter"
	"beagle/run"
	"beagle/tui"
	"beagle/tui/components"
	"beagle/tui/wizard"
)

type screens struct{ *program }

func (a screens) openProject(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		if _, err := os.Stat(args[0]); err != nil {
			wrong := app.Usage("beagle has no command or project %q", safe.Line(args[0]))
			if near := suggestion(c, args[0]); near != "" {
				return app.Hinted(wrong, near)
			}
			return wrong
		}
	}
	if !a.Screens() {
		return app.Hinted(app.Usage("the wizard needs a terminal"), "Use \"beagle run\" instead: the same analysis without screens; \"beagle check\" says what it would do.")
	}
	if len(args) == 0 && waitingHere() { // to go on with it comes first; the wizard is one row below
		return a.home(c, nil, false)
	}
	opt, there, err := a.project(c, args)
	if err != nil {
		return err
	}
	if len(args) == 0 && there <= sourcesThere && opt.Draft == nil { // which offers to make a model of the sources
		return a.home(c, nil, false)
	}
	return a.home(c, &opt, false)
}

// waitingHere reports whether a run of this folder's project waits for a person.
func waitingHere() bool {
	dir, err := os.Getwd()
	if err != nil {
		return false
	}
	all, err := folder.List() // what is wrong with it the home screen says
	return err == nil && folder.Waiting(all, dir) != nil
}

func (a screens) project(c *cobra.Command, args []string) (opt tui.WizardOptions, there what, err error) {
	named := ""
	if len(args) > 0 && isModel(args[0]) {
		opt, named, err = a.draftOfModel(c, args[0])
		there = modelsThere
	} else {
		opt, there, err = a.draft(c, args)
	}
	if err != nil {
		return opt, there, err
	}
	a.complete(c.Context(), &opt, named)
	return opt, there, nil
}

type what uint8

const (
	nothingThere what = iota
	sourcesThere
	modelsThere
	settingsThere
)

// draftOfModel is what the wizard starts from where a model was named by itself.
// Settings that are there already win: saving must not replace them by guesses.
func (a screens) draftOfModel(c *cobra.Command, name string) (opt tui.WizardOptions, named string, err error) {
	dir, file, err := projectOf(name)
	if err != nil {
		return opt, "", err
	}
	if _, missing := os.Stat(filepath.Join(dir, config.FileName)); missing != nil {
		cfg, _ := config.Guess(dir, file)
		return tui.WizardOptions{Config: cfg}, file, nil //nolint:nilerr // without settings all is guessed
	}
	if opt, _, err = a.draft(c, []string{dir}); err != nil {
		return opt, "", err
	}
	if opt.Config.Model != file {
		return opt, "", app.Hinted(app.Usage("%s there is for another model, %s", safe.Shown(filepath.Join(dir, config.FileName)), safe.Line(safe.Shown(opt.Config.Model))),
			"Change the model in that file, or start in a folder of its own.")
	}
	return opt, "", nil
}

func isModel(name string) bool {
	return safe.IsFile(name) && adapter.Suffix(name) != ""
}

// projectOf is the folder in which a model is calibrated that was named by itself: the present one if
// the model lies in it, else that of the model.
func projectOf(model string) (dir, file string, err error) {
	if file, err = filepath.Abs(model); err != nil {
		return "", "", err
	}
	if dir, err = os.Getwd(); err != nil {
		return "", "", err
	}
	if relative, err := filepath.Rel(dir, file); err != nil || !filepath.IsLocal(relative) {
		dir = filepath.Dir(file)
	}
	return dir, file, nil
}

func (a screens) draft(c *cobra.Command, args []string) (opt tui.WizardOptions, there what, err error) {
	settings, err := (&settingFlags{}).load(a.App, c, args)
	if missing := (*config.MissingError)(nil); errors.As(err, &missing) {
		opt.Config, opt.Models = config.Guess(missing.Dir, "")
		opt.Guess = func(model string) run.Config {
			cfg, _ := config.Guess(missing.Dir, model)
			return cfg
		}
		switch {
		case len(opt.Models) > 0:
			there = modelsThere
		case len(opt.Config.Sources) > 0:
			there = sourcesThere
		}
		return opt, there, nil
	}
	if err != nil {
		return opt, there, err
	}
	opt.Config, err = settings.Config()
	if errors.As(err, new(config.SettingErrors)) {
		err = nil // the wizard shows what is missing, and asks for it
	}
	return opt, settingsThere, err
}

func (a screens) complete(ctx context.Context, opt *tui.WizardOptions, named string) {
	a.withDraft(opt, named)
	opt.Prepare, opt.ProposeLinks, opt.Commands = project.Prepare, project.ProposeLinks, commandProblems
	opt.Ways = waysToLaunch
	opt.Methods = func(ctx context.Context, cfg run.Config) (wizard.Methods, error) {
		return prepare.Methods(ctx, a.App, cfg)
	}
	if opt.Config.Model == "" && len(opt.Config.Sources) > 0 {
		dir, decided := opt.Config.Project, opt.Config.Extract
		opt.Extract = func(ctx context.Context, say func(string)) (components.Program, error) {
			return programIn(ctx, dir, decided, say)
		}
	}
	if opt.Config.Model != "" {
		opt.Outdated = outdated(a.App, opt.Config.Model)
	}
	file := opt.Config
	opt.Start = func(cfg run.Config) (run.Run, error) {
		if err := app.Agree(cfg.Project); err != nil { // the overview has named what runs
			return nil, err
		}
		return a.start(context.WithoutCancel(ctx), ofPerson(cfg, file))
	}
	opt.Others = a.others
	opt.Wait = func(ctx context.Context, cfg run.Config) (run.Run, error) {
		return a.afterOthers(ctx, ofPerson(cfg, file), func([]folder.Info) {})
	}
	opt.Headless, opt.Settings, opt.Change = config.Command, config.Entries, config.Change
	saver := config.NewSaver(filepath.Join(opt.Config.Project, config.FileName), opt.Config)
	opt.Replaces = saver.Replaces
	opt.Save = func(cfg run.Config) error {
		_, err := saver.Save(cfg)
		return err
	}
	opt.TryLaunch, opt.CanDetach, opt.Say, opt.Runs = project.TryOut, remote.Detaches, a.SayLine, ofFolders
}

// ofPerson marks what the screens have changed of a project's build and launches: a run that is resumed is not held
// against a file that never said so.
func ofPerson(cfg, file run.Config) run.Config {
	mark := func(name string, same bool) {
		if !same && !slices.Contains(cfg.Given, name) {
			cfg.Given = append(slices.Clip(cfg.Given), name)
		}
	}
	mark("build", slices.Equal(cfg.Build, file.Build))
	mark("launch", reflect.DeepEqual(cfg.Launch, file.Launch))
	return cfg
}

func outdated(a *app.App, repository string) *wizard.Outdated {
	return &wizard.Outdated{
		Files: func(ctx context.Context) ([]string, error) {
			files, _, err := extract.Edited(ctx, repository)
			return files, err
		},
		Again: func(ctx context.Context, cfg run.Config) (run.Config, string, error) {
			quiet := *a
			quiet.Err = io.Discard // the screens are there
			said, err := prepare.Again(ctx, &quiet, &cfg)
			return cfg, said, err
		},
	}
}

func (a screens) withDraft(opt *tui.WizardOptions, named string) {
	dir := opt.Config.Project
	opt.Keep = func(d draft.Draft) error {
		d.Project, d.Named = dir, named
		return draft.Keep(d)
	}
	opt.Drop = func() error { return draft.Drop(dir, named) }
	d, err := draft.Of(dir, named)
	if err != nil {
		a.Warn(app.AsProblem(err))
	}
	if d == nil {
		return
	}
	d.Config, opt.Stale = config.Rebase(d.Began, d.Config, opt.Config)
	if d.Started != "" && len(config.Differing(opt.Config, d.Config)) == 0 {
		return // what was started is what the project's file says by now
	}
	opt.Draft = d
}

func ownLook() tui.Look {
	s, err := config.ReadScreens(setup.UserFile())
	return tui.Look{Background: s.Background, Theme: s.Theme, Colors: s.Colors, NoMouse: !s.Mouse, Keys: s.Keys, File: s.File, KeysLine: s.KeysLine, Err: err}
}

func waysToLaunch(ctx context.Context, cfg run.Config) (ways wizard.Ways, err error) {
	p, err := extracted.Find(ctx, cfg.Project, extracted.Asking{Runs: app.Agreed(cfg.Project), Cache: setup.CacheDir(), Say: func(string) {}})
	if err != nil {
		return ways, err
	}
	found, err := launches.Find(ctx, p)
	for _, f := range found {
		launch := f.Launch
		if f.Reads { // with what has to be said in its place
			launch = f.Draft()
		}
		ways.Found = append(ways.Found, wizard.Way{Launch: launch, What: f.What, File: f.File, Server: f.Server, Single: f.Single, Asks: f.Reads, Apart: f.Apart})
	}
	ways.Build = launches.Build(p, found)
	return ways, err
}

func (a screens) showRun(ctx context.Context, cfg run.Config) error {
	analysis, err := a.start(context.WithoutCancel(ctx), cfg)
	if err != nil {
		return err
	}
	defer analysis.Close()
	return tui.Watch(ctx, analysis, tui.WatchOptions{Output: cfg.Output, CanDetach: remote.Detaches, Say: a.SayLine, Runs: ofFolders, Before: a.Before})
}

func leave(a *app.App, err error) error {
	if errors.Is(err, tui.ErrDetached) {
		a.Say("%v", err)
		return nil
	}
	if errors.Is(err, tui.ErrAborted) {
		a.Say("%v; \"beagle resume\" goes on", err)
		return app.Exit(app.Aborted, nil)
	}
	return err
}
