package findings

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"

	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
)

// Diff is the unified diff of the model file that Apply would write.
func (f *Findings) Diff(context.Context) (string, error) {
	c, err := f.calibrate(run.Output{Rate: f.Config.Output.Rate})
	if err != nil {
		return "", err
	}
	return c.diff(filepath.Base(f.Config.Model)), nil
}

// diff is what would change in the model, as a unified diff.
func (c *calibrated) diff(name string) string {
	return udiff.Unified("a/"+name, "b/"+name, string(c.present), string(c.after))
}

// Apply writes the accepted expressions: to a new file, or over the model. What
// stood there is kept beside it, and Undo brings it back. Nothing is written where
// the model is no longer the file that the analysis read, or wrote itself.
func (f *Findings) Apply(_ context.Context, to run.Output) (run.Written, error) {
	f.file.mu.Lock()
	defer f.file.mu.Unlock()
	c, err := f.calibrate(to)
	if err != nil {
		return run.Written{}, err
	}
	w := run.Written{File: to.File, Changed: len(c.accepted), Problems: c.introduced}
	var expect []byte
	if to.InPlace {
		w.File, expect = f.Config.Model, c.present
	}
	if err := firstError(w.Problems); err != nil {
		return w, fmt.Errorf("the calibrated model would not be valid, so nothing was written: %w", err)
	}
	switch {
	case to.DryRun:
		w.File, w.Diff = "", c.diff(filepath.Base(f.Config.Model))
		return w, nil
	case w.File == "":
		return w, model.Problem{
			Severity: model.Error, Rule: "output", Message: "no file is named for the calibrated model",
			Hint: "set out: in beagle.yaml, or give --out FILE or --in-place",
		}
	case !to.InPlace && same(w.File, f.Config.Model):
		return w, model.Problem{
			Severity: model.Error, Rule: "output", File: w.File, Message: "the output file is the model itself",
			Hint: "choose another file, or ask for the model itself with --in-place, which keeps a backup",
		}
	}
	did := writing{}
	if did.Model, err = f.file.wrote.replace(w.File, c.after, to.InPlace || to.Replace, expect); err != nil {
		return w, err
	}
	w.Backup = did.Model.Backup
	if to.InPlace && run.Digest(c.present) == run.Digest(c.before) {
		did.Original = w.Backup
	}
	var side []byte
	if side, err = f.provenance(c); err == nil {
		did.Side, err = f.file.wrote.replace(w.File+".beagle.json", side, true, nil)
	}
	w.Provenance = did.Side.File
	return w, errors.Join(err, f.file.add(did))
}

// Learnt is the model's file with the judge's choice for every element, whatever
// people decided: what is to be foretold with. Elements without a choice, and those
// whose choice the model cannot say, keep their values.
func (f *Findings) Learnt() ([]byte, error) {
	m, err := adapter.Read(f.Config.Model)
	if err != nil {
		return nil, err
	}
	var changes []adapter.Change
	f.mu.Lock()
	for i, all := 0, f.Board.Elements(); i < len(all); i++ {
		e := &all[i]
		v := f.Board.Judgement(e.ID).Verdict
		if proposals := f.Board.Proposals(e.ID); v != nil && v.Final >= 0 && v.Final < len(proposals) {
			if said, err := f.say(e, v.Final, rateOf(f.Config)); err == nil {
				changes = append(changes, said.change(e))
			}
		}
	}
	f.mu.Unlock()
	data, _, err := m.Calibrate(changes)
	return data, err
}

// change is what is said of an element as a change of the model.
func (s *Said) change(e *model.Element) adapter.Change {
	c := adapter.Change{Element: *e, Expression: s.Text}
	for _, t := range s.Transitions {
		c.Transitions = append(c.Transitions, adapter.Transition{ID: t.ID, Condition: t.Condition, Probability: t.Probability})
	}
	return c
}

// accepted is an expression that goes into the model.
type accepted struct {
	element model.Element
	said    Said
	edited  bool
	state   run.ElementState
	index   int // of the proposal as shown; -1: edited
}

// calibrated is a model as it is and as it would be written.
type calibrated struct {
	present       []byte // what the model file holds now
	before, after []byte // the model as the analysis read it, and as it would be written
	accepted      []accepted
	introduced    []model.Problem // that only the changed model has
}

// calibrate puts what was accepted into the model, in memory.
func (f *Findings) calibrate(to run.Output) (c calibrated, err error) {
	m, err := adapter.Read(f.Config.Model)
	if err != nil {
		return c, err
	}
	c.present = m.Bytes()
	original, err := f.file.original(c.present)
	if err != nil {
		return c, err
	}
	if original != f.Config.Model {
		kind, err := adapter.For(f.Config.Model)
		if err != nil {
			return c, err
		}
		if m, err = kind.Read(original); err != nil {
			return c, err
		}
	}
	c.before = m.Bytes()
	if c.accepted, err = f.accepted(to.Rate, to.Decided); err != nil {
		return c, err
	}
	changes := make([]adapter.Change, 0, len(c.accepted))
	for i := range c.accepted {
		changes = append(changes, c.accepted[i].said.change(&c.accepted[i].element))
	}
	c.after, c.introduced, err = m.Calibrate(changes)
	return c, err
}

// accepted lists what was accepted, in model order; decided: by people only.
func (f *Findings) accepted(rate float64, decided bool) ([]accepted, error) {
	if rate <= 0 {
		rate = rateOf(f.Config)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []accepted
	all := f.Board.Elements()
	for i := range all {
		e := &all[i]
		d, ok := f.decisions[e.ID]
		l := f.line(e)
		switch {
		case !ok || decided && d.Unattended:
		case d.Choice == run.Edit:
			out = append(out, accepted{element: *e, said: Said{Text: d.StoEx, Transitions: d.Transitions}, edited: true, state: l.state, index: -1})
		case d.Choice == run.Accept:
			text, err := f.say(e, d.Proposal, rate)
			if err != nil {
				return nil, fmt.Errorf("%q: %w", e.Name, err)
			}
			out = append(out, accepted{element: *e, said: text, state: l.state, index: l.state.Decision.Proposal})
		}
	}
	return out, nil
}

func same(a, b string) bool {
	x, errX := filepath.EvalSymlinks(a)
	y, errY := filepath.EvalSymlinks(b)
	return a == b || errX == nil && errY == nil && x == y
}
