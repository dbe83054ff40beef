package tui

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/run/draft"
	"beagle/run/project"
	"beagle/tui/dashboard"
	"beagle/tui/plain"
	"beagle/tui/words"
)

// accessible reports whether the person wants questions and answers instead of
// screens: ACCESSIBLE is set, as many terminal programs understand it.
func accessible() bool {
	wish := os.Getenv("ACCESSIBLE")
	return wish != "" && wish != "0"
}

// Accessible reports whether the person wants questions and answers instead of
// screens.
func Accessible() bool { return accessible() }

// plainWizard asks the wizard's questions as lines of text, for screen readers.
func plainWizard(ctx context.Context, opt WizardOptions) error {
	return askedWizard(ctx, plain.New(os.Stdin, os.Stdout), opt)
}

// askedWizard asks, from a draft on where there is one. What was answered is kept as a
// draft whenever it could be read, and once it has started an analysis.
func askedWizard(ctx context.Context, talk *plain.Talk, opt WizardOptions) error {
	began := opt.Config
	if opt.Draft != nil {
		goOn, err := talk.Draft(ctx, opt.Draft, time.Now(), opt.Stale)
		if err != nil {
			return err
		}
		if goOn {
			opt.Config, began = opt.Draft.Config, opt.Draft.Began
		} else if opt.Drop != nil {
			if err := opt.Drop(); err != nil {
				return err
			}
		}
	}
	if err := askedAgain(ctx, talk, &opt); err != nil {
		return err
	}
	keep := func(cfg run.Config, started string) {
		if opt.Keep != nil { // what cannot be kept is no reason not to go on
			_ = opt.Keep(draft.Draft{Saved: time.Now(), Step: 1, Began: began, Config: cfg, Started: started})
		}
	}
	prepare := func(cfg run.Config) (*project.Project, error) {
		p, err := opt.Prepare(cfg)
		if err == nil && !reflect.DeepEqual(cfg, began) {
			keep(cfg, "")
		}
		return p, err
	}
	var output run.Output // of the settings as they are in the end
	begin := func(cfg run.Config) (run.Run, error) {
		r, err := opt.Start(cfg)
		output = cfg.Output
		if err == nil && !reflect.DeepEqual(cfg, began) {
			keep(cfg, r.ID())
		}
		return r, err
	}
	r, err := talk.Wizard(ctx, opt.Config, prepare, opt.ProposeLinks, begin)
	if err != nil || r == nil {
		return err
	}
	defer r.Close()
	return plainWatch(ctx, talk, r, WatchOptions{Output: output, CanDetach: opt.CanDetach})
}

// askedAgain offers to extract a model again whose sources have changed.
func askedAgain(ctx context.Context, talk *plain.Talk, opt *WizardOptions) error {
	if opt.Outdated == nil {
		return nil
	}
	files, err := opt.Outdated.Files(ctx)
	if err != nil || len(files) == 0 {
		return nil //nolint:nilerr // beagle check says what cannot be read
	}
	yes, err := talk.Yes(ctx, words.Edited(files)+" Extract it again?")
	if err != nil || !yes {
		return err
	}
	cfg, said, err := opt.Outdated.Again(ctx, opt.Config)
	if err != nil {
		return err
	}
	opt.Config = cfg
	talk.Tell(said)
	return nil
}

// plainWatch follows a run, and reviews it when it has ended.
func plainWatch(ctx context.Context, talk *plain.Talk, r run.Run, opt WatchOptions) error {
	left, err := talk.Watch(ctx, r)
	switch {
	case left && opt.CanDetach && err == nil:
		return &dashboard.DetachedError{Run: r.ID()}
	case left && err == nil:
		return r.Abort(ctx)
	case err != nil:
		return err
	}
	return talk.Review(ctx, r, opt.Output)
}

// plainHome says what there is to go on with, and goes there.
func plainHome(ctx context.Context, talk *plain.Talk, opt HomeOptions) error {
	l, err := opt.List()
	if err != nil {
		return err
	}
	var rows []string
	var does []func() error
	add := func(row string, do func() error) { rows, does = append(rows, row), append(does, do) }
	setUp := func(path string) func() error {
		return func() error {
			o, err := opt.Project(path)
			if err != nil {
				return err
			}
			return askedWizard(ctx, talk, o)
		}
	}
	for i := range l.Drafts {
		d := &l.Drafts[i]
		path := cmp.Or(d.Named, d.Project)
		add("Go on with the draft of "+path+", "+quantity.Ago(time.Since(d.Saved)), setUp(path))
	}
	add("Set up an analysis here, in "+l.Here.Folder+": "+l.Here.Has(), setUp(l.Here.Folder))
	for i := range l.Runs[:min(len(l.Runs), mostSpoken)] {
		info := &l.Runs[i]
		what := "Review"
		if !info.State.Ended() {
			what = "Follow"
		}
		add(what+" the run "+info.ID+", "+string(info.State)+", "+quantity.Ago(time.Since(info.Created))+", of "+filepath.Base(info.Model), func() error {
			r, watching, err := opt.Attach(info.ID)
			if err != nil {
				return err
			}
			defer r.Close()
			if info.State.Ended() {
				return talk.Review(ctx, r, watching.Output)
			}
			return plainWatch(ctx, talk, r, watching)
		})
	}
	add("Open a project in another folder", func() error {
		path, err := talk.Path(ctx)
		if err != nil || path == "" {
			return err
		}
		return setUp(path)()
	})
	at, err := talk.Pick(ctx, "What shall be done?", rows)
	if err != nil || at < 0 {
		return err
	}
	return does[at]()
}

// mostSpoken is how many runs are read out; "beagle ps" lists all.
const mostSpoken = 9
