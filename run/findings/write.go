package findings

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/aymanbagabas/go-udiff"

	"beagle/internal/hash"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
)

type writer struct {
	cfg  *run.Config
	file modelFile
	// choose lists what was accepted, in model order; decided: by people only. A rate of 0 is the analysis' own.
	choose func(rate float64, decided bool) ([]accepted, error)
	// mean is what stands in the place of an expression that callers give no values for; nil: none was measured, or
	// nobody asked for means.
	mean     func(e *model.Element, rate float64) *run.MeasuredMean
	passed   func(asks model.ElementID, v model.Variable, argument *model.Element) *run.MeasuredMean
	elements func() []model.Element
}

func (w *writer) Diff(context.Context) (string, error) {
	c, err := w.calibrate(run.Output{Rate: w.cfg.Output.Rate})
	if err != nil {
		return "", err
	}
	return c.diff(filepath.Base(w.cfg.Model)), nil
}

func (c *calibrated) diff(name string) string {
	return udiff.Unified("a/"+name, "b/"+name, string(c.present), string(c.after))
}

func (w *writer) Apply(_ context.Context, to run.Output) (run.Written, error) {
	w.file.mu.Lock()
	defer w.file.mu.Unlock()
	c, err := w.calibrate(to)
	if err != nil {
		return run.Written{}, err
	}
	out := run.Written{File: to.File, Changed: len(c.accepted), Problems: slices.Concat(c.introduced, c.unpassed)}
	var expect []byte
	if to.InPlace {
		out.File, expect = w.cfg.Model, c.present
	}
	if err := firstError(out.Problems); err != nil {
		return out, fmt.Errorf("the calibrated model would not be valid, so nothing was written: %w", err)
	}
	switch {
	case to.DryRun:
		out.File, out.Diff = "", c.diff(filepath.Base(w.cfg.Model))
		return out, nil
	case out.File == "":
		return out, model.Problem{
			Severity: model.Error, Rule: "output", Message: "no file is named for the calibrated model",
			Hint: "set out: in beagle.yaml, or give --out FILE or --in-place",
		}
	case !to.InPlace && safe.SameFile(out.File, w.cfg.Model):
		return out, model.Problem{
			Severity: model.Error, Rule: "output", File: out.File, Message: "the output file is the model itself",
			Hint: "choose another file, or ask for the model itself with --in-place, which keeps a backup",
		}
	}
	if !to.InPlace && w.anothers(out.File) {
		return out, model.Problem{
			Severity: model.Error, Rule: "output", File: out.File, Message: "this file lies outside of the project and is no model, so it is not replaced",
			Hint: "name a new file, one in the project, or a model (out: in beagle.yaml, or --out)",
		}
	}
	did := writing{At: time.Now().UTC()}
	if did.Model, err = w.file.wrote.replace(out.File, c.after, to.InPlace || to.Replace, expect); err != nil {
		return out, err
	}
	out.Backup = did.Model.Backup
	if to.InPlace && hash.Digest(c.present) == hash.Digest(c.before) {
		did.Original = out.Backup
	}
	var side []byte
	if side, err = w.provenance(c, to.InPlace); err == nil {
		did.Side, err = w.file.wrote.replace(out.File+run.SideFile, side, true, nil)
	}
	out.Provenance = did.Side.File
	return out, errors.Join(err, w.file.add(did))
}

// anothers reports whether there is a file already that is nothing of the project's and no model.
func (w *writer) anothers(path string) bool {
	file, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false // nothing is there
	}
	project, err := filepath.EvalSymlinks(w.cfg.Project)
	if err == nil && w.cfg.Project != "" {
		if inside, err := filepath.Rel(project, file); err == nil && filepath.IsLocal(inside) {
			return false
		}
	}
	_, err = adapter.Read(file)
	return err != nil
}

func (s *Rendering) change(e *model.Element) adapter.Change {
	c := adapter.Change{Element: *e, Expression: s.Text}
	for _, t := range s.Transitions {
		c.Transitions = append(c.Transitions, adapter.Transition{ID: t.ID, Condition: t.Condition, Probability: t.Probability})
	}
	return c
}

type calibrated struct {
	present       []byte // what the model file holds now
	before, after []byte // the model as the analysis read it, and as it would be written
	accepted      []accepted
	introduced    []model.Problem // that only the changed model has
	unpassed      []model.Problem // expressions that are not written, since callers give no values for them
}

func (w *writer) calibrate(to run.Output) (c calibrated, err error) {
	m, err := adapter.Read(w.cfg.Model)
	if err != nil {
		return c, err
	}
	c.present = m.Bytes()
	original, err := w.file.original(c.present)
	if err != nil {
		return c, err
	}
	if original != w.cfg.Model {
		kind, err := adapter.For(w.cfg.Model)
		if err != nil {
			return c, err
		}
		if m, err = kind.Read(original); err != nil {
			return c, err
		}
	}
	c.before = m.Bytes()
	if c.accepted, err = w.choose(to.Rate, to.Decided); err != nil {
		return c, err
	}
	mean := func(e *model.Element) *run.MeasuredMean { return w.mean(e, to.Rate) }
	if c.accepted, c.unpassed, err = withValues(m, c.accepted, w.elements(), instead{mean, w.passed}); err != nil {
		return c, err
	}
	c.after, c.introduced, err = m.Calibrate(changesOf(c.accepted))
	return c, err
}
