package findings

import (
	"context"
	"fmt"
	"math"
	"slices"

	"beagle/model"
	"beagle/run"
)

// Decide records a person's decision on an element.
func (f *Findings) Decide(_ context.Context, id model.ElementID, d run.Decision) error {
	e, err := f.Element(id)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	l := f.line(e)
	keep := decided{Decision: d, Proposal: -1}
	switch d.Choice {
	case run.Undecided:
		keep.Decision = run.Decision{}
	case run.Reject:
		keep.Decision = run.Decision{Choice: d.Choice, At: d.At}
	case run.Accept:
		if d.Proposal < 0 || d.Proposal >= len(l.order) {
			return fmt.Errorf("%q has no proposal %d to accept", e.Name, d.Proposal+1)
		}
		if why := l.state.Proposals[d.Proposal].Unsayable; why != "" {
			return fmt.Errorf("the expression cannot be written as StoEx: %s", why)
		}
		keep.Proposal = l.order[d.Proposal]
	case run.TakeMean:
		if l.state.Measured == nil {
			return fmt.Errorf("%q has no measured mean to write", e.Name)
		}
		keep.Decision = run.Decision{Choice: d.Choice, Unattended: d.Unattended, At: d.At}
	case run.Edit:
		if err := checkEdit(f.Config.Model, e, &d); err != nil {
			return err
		}
	default:
		return fmt.Errorf("unknown decision %q", d.Choice)
	}
	if err := f.keep(id, keep); err != nil {
		return err
	}
	f.decisions[id] = keep
	l.state.Decision = f.shown(id, l.order)
	f.revision++
	l.state.Revision = f.revision
	f.cache[id] = l
	return nil
}

func (f *Findings) shown(id model.ElementID, order []int) run.Decision {
	d := f.decisions[id]
	if d.Choice == run.Accept {
		d.Decision.Proposal = max(0, slices.Index(order, d.Proposal))
	}
	return d.Decision
}

// Element finds an element of the run by its id. The element belongs to the caller; an unknown id is an error.
func (f *Findings) Element(id model.ElementID) (*model.Element, error) {
	all := f.Board.Elements()
	for i := range all {
		if all[i].ID == id {
			return &all[i], nil
		}
	}
	return nil, fmt.Errorf("the run has no element %s", id)
}

// CheckExpression checks text for an element's place in the model.
func (f *Findings) CheckExpression(id model.ElementID, _ int, text string) []model.Problem {
	e, err := f.Element(id)
	if err != nil {
		return []model.Problem{{Severity: model.Error, Message: err.Error()}}
	}
	return run.CheckText(f.Config.Model, e, text)
}

func checkEdit(file string, e *model.Element, d *run.Decision) error {
	if e.Kind != model.Branch {
		return firstError(run.CheckText(file, e, d.StoEx))
	}
	if len(d.Transitions) != len(e.Branches) {
		return fmt.Errorf("%q has %d transitions; say something of each", e.Name, len(e.Branches))
	}
	sum, guards := 0.0, 0
	for i := range d.Transitions {
		t := &d.Transitions[i]
		if t.ID != e.Branches[i].ID {
			return fmt.Errorf("transition %d of %q has id %s, not %s", i+1, e.Name, e.Branches[i].ID, t.ID)
		}
		switch {
		case t.Probability == nil:
			guards++
			if err := firstError(run.CheckText(file, e, t.Condition)); err != nil {
				return fmt.Errorf("transition %q: %w", e.Branches[i].Name, err)
			}
		case !(*t.Probability >= 0 && *t.Probability <= 1):
			return fmt.Errorf("transition %q: a probability lies between 0 and 1", e.Branches[i].Name)
		default:
			sum += *t.Probability
		}
	}
	switch {
	case guards == len(d.Transitions):
		return nil
	case guards > 0:
		return fmt.Errorf("%q mixes guards and probabilities; Palladio wants one or the other", e.Name)
	case math.Abs(sum-1) > 1e-6:
		return fmt.Errorf("the probabilities of %q sum to %g, not 1", e.Name, sum)
	}
	return nil
}

func firstError(problems []model.Problem) error {
	for _, p := range problems {
		if p.Severity == model.Error {
			return p
		}
	}
	return nil
}
