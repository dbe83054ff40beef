// Package prepare makes a Java project ready to be measured that has no model or no
// launches yet: it extracts a model, finds and tries launches, and saves what it
// found in beagle.yaml.
package prepare

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"beagle/cli/app"
	"beagle/cli/setup"
	"beagle/config"
	"beagle/extract"
	"beagle/extract/launches"
	extracted "beagle/extract/project"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/measure/launch"
	"beagle/model"
	"beagle/run"
	"beagle/run/project"
	"beagle/tui/words"
)

// launchFolder is where beside the model is what launches of tests read.
const launchFolder = "launch"

// Order is what is to be made ready.
type Order struct {
	Dir   string        // the project's folder
	Ask   bool          // a person decides what the components are, the first time, and whether drivers call services
	Limit time.Duration // of measuring, where somebody has said it for this time; 0: nobody has
	Drive string        // off or on, where somebody has said it for this time; else drive.mode of the project says it
}

// Project extracts a model where the project has none, or its sources have changed
// since, and saves what was found in its beagle.yaml.
func Project(ctx context.Context, a *app.App, o Order) (again bool, err error) {
	p := preparation{App: a, dir: o.Dir, file: filepath.Join(o.Dir, config.FileName), limit: o.Limit, asks: o.Ask, drives: o.Drive}
	if err := p.load(); err != nil {
		return false, err
	}
	ready, err := p.ready(ctx)
	undriven := p.undriven()
	if ready && len(undriven) == 0 || err != nil {
		return false, err
	}
	if ready {
		p.folder = filepath.Dir(p.cfg.Model)
	}
	r, err := p.extract(ctx, o.Ask)
	if err != nil {
		return false, err
	}
	if ready {
		t := &trial{App: p.App, cfg: &p.cfg, ways: ways{project: r.Project}, judging: r, asks: p.asks, drives: p.drives}
		return false, errors.Join(p.drive(ctx, t, r, undriven), config.Save(p.file, p.cfg))
	}
	if p.fresh {
		if err := p.write(r); err != nil {
			return false, err
		}
	}
	t, err := p.launch(ctx, r)
	if err != nil {
		return false, err
	}
	if len(undriven) > 0 {
		if t.judged != nil {
			r = t.judged
		}
		if err := p.drive(ctx, t, r, undriven); err != nil {
			return false, err
		}
	}
	if err := p.save(t); err != nil {
		return false, err
	}
	return p.again, nil
}

type preparation struct {
	*app.App
	dir    string
	file   string // beagle.yaml
	cfg    run.Config
	writes bool   // somebody has said what is written
	own    bool   // a person has written the launches
	again  bool   // sources have changed since the model was extracted
	fresh  bool   // the model is extracted now; else it is there, and may be somebody else's
	folder string // of the model
	drives string // Order.Drive
	limit  time.Duration
	asks   bool // a person at a terminal decides
}

func (p *preparation) load() error {
	settings, err := config.Load(config.Options{Project: p.dir, UserFile: setup.UserFile(), Env: os.Environ()})
	var missing *config.MissingError
	if errors.As(err, &missing) {
		p.cfg, _ = config.Guess(p.dir, "")
		p.cfg.Build = nil // the launches say what has to be built
	} else if err != nil {
		return err
	} else {
		p.writes = slices.ContainsFunc(settings.All(), func(s config.Setting) bool { return s.Key == "judge.write" && s.Origin != "" && s.Origin != "default" })
		var problems config.SettingErrors
		if p.cfg, err = settings.Config(); err != nil && !errors.As(err, &problems) {
			return err
		}
	}
	p.own = len(p.cfg.Launch) > 0
	return nil
}

func (p *preparation) ready(ctx context.Context) (bool, error) {
	untried := false // launches were written to a model of ours since it was extracted
	if p.cfg.Model != "" {
		files, _, err := extract.Edited(ctx, p.cfg.Model)
		if err != nil {
			return false, err
		}
		p.again = len(files) > 0
		if p.own {
			if untried, err = extract.Untried(p.cfg.Model); err != nil {
				return false, err
			}
		}
	}
	p.fresh = p.cfg.Model == "" || p.again || untried
	if !p.fresh && p.own {
		return true, nil
	}
	p.folder = folderFor(p.dir)
	if p.again || untried {
		p.folder = filepath.Dir(p.cfg.Model)
	}
	return false, nil
}

func (p *preparation) extract(ctx context.Context, ask bool) (*extract.Result, error) {
	step, end := p.Steps()
	err := extracted.AskGradle(ctx, p.dir, step)
	end()
	if err != nil {
		p.Warn(model.Problem{
			Severity: model.Warning, Rule: "class-path", File: p.dir, Message: "the build cannot say its class paths: " + err.Error(),
			Hint: "libraries are taken that the build files write out, and tests are run by the build",
		})
	}
	r, err := extract.Extract(ctx, extract.Options{Dir: p.dir, Runs: true, Cache: setup.CacheDir(), Folder: p.folder, Choices: Choices(p.cfg.Extract), Say: step})
	end()
	if err != nil || !ask || p.cfg.Model != "" {
		return r, err
	}
	if r, err = Decide(ctx, r); err != nil {
		return nil, err
	}
	Keep(&p.cfg.Extract, r)
	return r, nil
}

// generated extracts again where the build has generated sources that were not there before it, as
// parsers and clients of services are: calls of these were not resolved. nil: it has not.
func (p *preparation) generated(ctx context.Context, r *extract.Result) (*extract.Result, error) {
	if !p.fresh {
		return nil, nil
	}
	now, err := extracted.Look(ctx, p.dir)
	if err != nil {
		return nil, err
	}
	files, own := r.Project.Files()
	all, ownNow := now.Files()
	made := slices.DeleteFunc(all[ownNow:], func(file string) bool { return slices.Contains(files[own:], file) })
	if len(made) == 0 {
		return nil, nil
	}
	p.Say("The build has generated %s: extracting again", quantity.Plural(len(made), "source", "sources"))
	again, err := p.extract(ctx, false)
	if err != nil {
		return nil, err
	}
	return again, p.write(again)
}

func (p *preparation) write(r *extract.Result) error {
	w, err := r.Write(p.folder)
	if err != nil {
		return err
	}
	if c := w.Changes; c != nil && p.again {
		p.Say("%s", changed(c))
	}
	if p.cfg.Model == "" && !p.writes {
		p.cfg.Quality.Write = run.WriteMeans
		p.Say("%s", words.Means)
	}
	p.cfg.Model, p.cfg.Links, p.cfg.Sources = w.Repository, w.Links, r.Project.Folders()
	p.cfg.Output.InPlace, p.cfg.Output.File = true, "" // it is Beagle's own, and the other files name it
	p.WarnAll(findingsOf(r))
	p.Say("Extracted %s by %s into %s", quantity.Plural(len(r.Model.Components), "component", "components"), r.Rule, safe.Shown(filepath.Dir(w.Repository)))
	return nil
}

func (p *preparation) launch(ctx context.Context, r *extract.Result) (*trial, error) {
	found, err := launches.Find(ctx, r.Project)
	if err != nil {
		return nil, err
	}
	cfg := &p.cfg
	proposes := len(cfg.Build) == 0 && !p.own
	if proposes {
		cfg.Build = launches.Build(r.Project, found)
	}
	t := &trial{
		App: p.App, cfg: cfg, file: p.file, ways: ways{project: r.Project, found: found, own: p.own},
		busy: launch.Crowded, tries: project.Trial, limit: p.limit, asks: p.asks, drives: p.drives,
	}
	if !p.own {
		cfg.Launch = proposed(found)
	}
	if cfg.Extract.By == "" && len(cfg.Extract.Components) == 0 {
		cfg.Extract.By = r.Rule
	}
	if len(cfg.Launch) == 0 && !p.fresh {
		return t, nil
	}
	if cfg.Build, err = built(ctx, p.App, p.dir, cfg.Build, proposes); err != nil {
		return nil, errors.Join(err, config.Save(p.file, *cfg))
	}
	more, err := p.generated(ctx, r)
	if err != nil {
		return nil, err
	}
	if more != nil {
		if found, err = launches.Find(ctx, more.Project); err != nil {
			return nil, err
		}
		r, t.ways.project, t.ways.found = more, more.Project, found
	}
	if !p.own {
		if t.ways.direct, err = launches.Look(ctx, r.Project, found, filepath.Join(filepath.Dir(cfg.Model), launchFolder)); err != nil {
			p.Warn(model.AsProblem(err, "tests"))
		}
		t.ways.direct.Take(found)
		t.onlyBuilt()
		cfg.Launch = proposed(t.ways.found)
	}
	if p.fresh { // else it is somebody else's model
		t.judging = r
	}
	return t, t.try(ctx)
}

func (p *preparation) save(t *trial) error {
	var drafts []launches.Found
	if !p.own {
		drafts = undecided(t.ways.found, &p.cfg)
		if err := shortened(p.dir, &p.cfg, drafts); err != nil {
			return err
		}
	}
	if err := config.Save(p.file, p.cfg); err != nil {
		return err
	}
	p.Say("Saved what was found in %s", safe.Shown(p.file))
	if len(drafts) > 0 {
		if err := propose(p.file, p.dir, drafts); err != nil {
			return err
		}
	}
	if len(p.cfg.Launch) == 0 {
		return noLaunch(p.file, drafts, append(t.tried.idle, t.unbuilt...))
	}
	if len(drafts) > 0 {
		p.Say("%s: their launches stand there as comments to complete", mainsOf(drafts))
	}
	return nil
}
