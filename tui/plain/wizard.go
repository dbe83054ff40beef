package plain

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"beagle/internal/quantity"
	"beagle/internal/shell"
	"beagle/model"
	"beagle/run"
	"beagle/run/draft"
	"beagle/run/project"
	"beagle/tui/text"
	"beagle/tui/words"
)

// Draft asks whether to go on from a draft. Stale are the settings of the project's
// file that changed since it was kept.
func (t *Talk) Draft(ctx context.Context, d *draft.Draft, now time.Time, stale []string) (goOn bool, err error) {
	if d.Started != "" {
		t.say("The settings with which you started %s are not saved in beagle.yaml, but were kept.", text.Safe(d.Started))
	} else {
		t.say("You stopped in step %d of the wizard, %s. What you entered and did not save is kept.", d.Step, quantity.Ago(now.Sub(d.Saved)))
	}
	if len(stale) > 0 {
		t.say("The project says something else since then: %s. Where you changed the same, yours is taken.", text.Safe(strings.Join(stale, ", ")))
	}
	said, err := t.choose(ctx, "Go on where you were?", answer{"g", "go on"}, answer{"n", "begin anew and forget it"})
	return said == "g", err
}

// Wizard asks for what an analysis needs and is not known yet, says what would
// be done, and starts it. A nil run without an error means that the person did
// not want to start.
func (t *Talk) Wizard(ctx context.Context, cfg run.Config, prepare func(run.Config) (*project.Project, error),
	propose func(run.Config) (*project.LinkProposal, error), begin func(run.Config) (run.Run, error),
) (run.Run, error) {
	project, err := t.project(ctx, &cfg, prepare)
	if err != nil {
		return nil, err
	}
	if propose != nil && project.Unlinked() {
		if project, err = t.linked(ctx, &cfg, project, prepare, propose); err != nil {
			return nil, err
		}
	}
	counts := map[model.Kind]int{}
	for i := range project.Chosen {
		counts[project.Chosen[i].Kind]++
	}
	t.say("To be measured: %s.", words.Elements(counts))
	for i := range project.Problems {
		t.say("%s: %s.", project.Problems[i].Severity, words.Problem(&project.Problems[i]))
	}
	for _, l := range cfg.Launch {
		t.say("Launch %s, %s: %s", text.Safe(l.Name), quantity.Plural(max(1, l.Repeat), "time", "times"), text.Safe(shell.Join(l.Command)))
	}
	t.say("Timeout: %s.", words.Timeout(cfg.Timeout))
	if err := project.Ready(); err != nil {
		return nil, err
	}
	answer, err := t.choose(ctx, "Start the analysis?", answer{"n", "no"}, answer{"y", "yes"})
	if err != nil || answer == "n" {
		return nil, err
	}
	return begin(cfg)
}

// project asks for the model until it can be read.
func (t *Talk) project(ctx context.Context, cfg *run.Config, prepare func(run.Config) (*project.Project, error)) (*project.Project, error) {
	full := func(path string) string {
		if path == "" || filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(cfg.Project, path)
	}
	for {
		file, err := t.ask(ctx, "Model, a .repository file", cfg.Model)
		if err != nil {
			return nil, err
		}
		cfg.Model = full(file)
		links, err := t.ask(ctx, "File that links it to the source", cfg.Links)
		if err != nil {
			return nil, err
		}
		if cfg.Links = links; links != run.LinksByName {
			cfg.Links = full(links)
		}
		project, err := prepare(*cfg)
		if err == nil {
			return project, nil
		}
		t.say("error: %s.", text.Safe(err.Error()))
	}
}

// linked offers the links that can be proposed for a model without any, and
// uses them if the person says so.
func (t *Talk) linked(ctx context.Context, cfg *run.Config, project *project.Project, prepare func(run.Config) (*project.Project, error),
	propose func(run.Config) (*project.LinkProposal, error),
) (*project.Project, error) {
	found, err := propose(*cfg)
	if err != nil || len(found.Links) == 0 {
		return project, err
	}
	t.say("The model has no links to the source. These were matched by names and structure:")
	for i := range found.Links {
		e := &found.Links[i]
		t.say("%s %s: %s, line %d to %d, confidence %.0f %%.", text.Safe(e.Kind), text.Safe(e.Name), text.Safe(filepath.Base(e.Path)), e.First.Line, e.Last.Line, 100*e.Confidence)
	}
	for i := range found.Unmatched {
		if u := &found.Unmatched[i]; !u.Folded() {
			t.say("Not found: %s %s of %s, since %s.", text.Safe(u.Kind), text.Safe(u.Name), text.Safe(u.Service), text.Safe(u.Reason))
		}
	}
	answer, err := t.choose(ctx, "Write all of them to "+text.Safe(found.File)+" and use them?", answer{"n", "no"}, answer{"y", "yes"})
	if err != nil || answer == "n" {
		return project, err
	}
	if err := found.Save(func(int) bool { return true }); err != nil {
		return nil, err
	}
	cfg.Links = found.File
	return prepare(*cfg)
}
