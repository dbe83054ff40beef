package prepare

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"beagle/cli/app"
	"beagle/cli/setup"
	"beagle/extract"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
	"beagle/tui/plain"
	"beagle/tui/words"
)

// Again extracts a model again, by the same decisions, has what is otherwise measured, and
// says what that is.
func Again(ctx context.Context, a *app.App, cfg *run.Config) (said string, err error) {
	step, end := a.Steps()
	r, err := sameAgain(ctx, cfg, step)
	end()
	if err != nil {
		return "", err
	}
	w, err := r.Write(filepath.Dir(cfg.Model))
	if err != nil {
		return "", err
	}
	cfg.Model, cfg.Links, cfg.Sources, cfg.Select.Unlearnt = w.Repository, w.Links, r.Project.Folders(), true
	a.WarnAll(findingsOf(r))
	if w.Changes == nil {
		return "The model was extracted again", nil
	}
	return changed(w.Changes), nil
}

// sameAgain reads the sources of an extracted model again, by the same decisions. Nothing is written.
func sameAgain(ctx context.Context, cfg *run.Config, say func(string)) (*extract.Result, error) {
	dir, err := extract.ProjectOf(cfg.Model)
	if err != nil {
		return nil, err
	}
	if dir == "" {
		return nil, model.Problem{
			Severity: model.Error, Rule: "extracted", File: cfg.Model, Message: "Beagle has not extracted this model from sources, so its services are not known as methods",
			Hint: "beagle cost drives a single method without a model",
		}
	}
	return extract.Extract(ctx, extract.Options{Dir: dir, Runs: app.Agreed(dir), Cache: setup.CacheDir(), Folder: filepath.Dir(cfg.Model), Choices: Choices(cfg.Extract), Say: say})
}

// OfferAgain asks the person at a terminal whether a model is to be extracted again whose
// sources have changed since, does so, and reports that; where nobody can be asked it warns.
func OfferAgain(ctx context.Context, a *app.App, cfg *run.Config) (again bool, err error) {
	files, dir, err := extract.Edited(ctx, cfg.Model)
	if err != nil || len(files) == 0 {
		return false, nil //nolint:nilerr // beagle check says what cannot be read
	}
	if a.Screens() {
		yes, err := plain.New(a.In, a.Err).Yes(ctx, words.Edited(files)+" Extract it again?")
		if err != nil {
			return false, err
		}
		if yes {
			said, err := Again(ctx, a, cfg)
			if err != nil {
				return false, err
			}
			a.Say("%s", said)
			return true, nil
		}
	}
	warnEdited(a, cfg.Model, dir, files)
	return false, nil
}

// TellEdited says that a model was extracted from sources that have changed since.
func TellEdited(ctx context.Context, a *app.App, repository string) {
	if files, dir, err := extract.Edited(ctx, repository); err == nil && len(files) > 0 {
		warnEdited(a, repository, dir, files)
	}
}

func warnEdited(a *app.App, repository, dir string, files []string) {
	a.Warn(model.Problem{
		Severity: model.Warning, Rule: "edited", File: repository,
		Message: fmt.Sprintf("%s changed since the model was extracted: %s", quantity.Plural(len(files), "source has", "sources have"), strings.Join(files[:min(len(files), 3)], ", ")),
		Hint:    fmt.Sprintf("beagle extract %s --out %s keeps what was learnt of all else; then run with --select unlearnt", safe.Shown(dir), safe.Shown(filepath.Dir(repository))),
	})
}

func changed(c *extract.Changes) string {
	return fmt.Sprintf("Since the last extraction: %d changed, %d added, %d removed, %d moved; %s kept", len(c.Changed), len(c.Added), len(c.Removed), len(c.Moved), quantity.Plural(c.Kept, "value", "values"))
}

func findingsOf(r *extract.Result) []model.Problem {
	return slices.DeleteFunc(slices.Clone(r.Problems), func(p model.Problem) bool { return p.Severity == model.Info })
}
