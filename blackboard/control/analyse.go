package control

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/model"
)

// lookedAt is what an analyser remembers of an element: the measurements and
// proposals that it had its last turn on.
type lookedAt struct {
	Observations int64 `json:"observations"`
	Proposals    int   `json:"proposals,omitempty"` // from these observations, that it improves
	Failed       bool  `json:"failed,omitempty"`    // and has no other turn
}

// stateKey is where what an analyser remembers lies on the blackboard.
func stateKey(x *analyser.Analyser) string { return "analyser/" + x.Name }

// Unlearnt takes out of the states of tools what analysers, the loop and the judge
// remember, so that they learn from the same measurements anew.
func Unlearnt(states map[string]json.RawMessage) {
	maps.DeleteFunc(states, func(key string, _ json.RawMessage) bool {
		return strings.HasPrefix(key, "analyser/") || strings.HasPrefix(key, "control.") || strings.HasPrefix(key, "judge.")
	})
}

// remembered is what an analyser looked at, by element.
func remembered(view blackboard.ResultsReader, x *analyser.Analyser) map[model.ElementID]lookedAt {
	last := map[model.ElementID]lookedAt{}
	_ = view.State(stateKey(x), &last) // unreadable state means that everything is new
	return last
}

// look is what there is to see of an element, and whether an analyser has
// something new to work on.
func look(view view, x *analyser.Analyser, e *model.Element, last lookedAt) (now lookedAt, fresh bool) {
	if !x.WorksOn(e.Kind) || last.Failed {
		return now, false
	}
	now.Observations, now.Proposals = view.Observations(e.ID), len(improvable(view, x, e))
	if now == last || len(x.Improves) > 0 && now.Proposals == 0 {
		return now, false
	}
	return now, view.Table(e.ID).Rows() > 0
}

// improvable are the proposals from the present measurements that an analyser
// improves.
func improvable(view view, x *analyser.Analyser, e *model.Element) (all []blackboard.Proposal) {
	if len(x.Improves) == 0 {
		return nil
	}
	basis := view.Observations(e.ID)
	for _, p := range view.Proposals(e.ID) {
		if p.Basis == basis && x.Reads(p.Analyser) {
			all = append(all, p)
		}
	}
	return all
}

// view is the board, or a contribution to it.
type view interface {
	blackboard.ProposalsReader
	Observations(model.ElementID) int64
}

// able is the analyser that has its turn next: the first in the order of the
// registry that has something new to work on, those that propose from
// measurements before those that improve proposals. The order is fixed, so that
// what is learnt depends on the measurements alone.
func (a *Analysis) able() *analyser.Analyser {
	for _, improving := range []bool{false, true} {
		for _, x := range a.Analysers {
			if len(x.Improves) > 0 != improving {
				continue
			}
			last := remembered(a.Board, x)
			for i := range a.Board.Elements() {
				e := &a.Board.Elements()[i]
				if _, fresh := look(a.Board, x, e, last[e.ID]); fresh {
					return x
				}
			}
		}
	}
	return nil
}

// turn gives an analyser the control flow, for all elements of which it has
// something new to see. One that fails is left out for the element where it did,
// and the analysis goes on without it.
func (a *Analysis) turn(ctx context.Context, x *analyser.Analyser) error {
	c := a.Board.Contribute(x.Name)
	inTurn, end := a.Machine.contribution(ctx)
	last, elements := remembered(c, x), a.Board.Elements()
	for i := range elements {
		e := &elements[i]
		now, fresh := look(c, x, e, last[e.ID])
		if !fresh || inTurn.Err() != nil {
			continue
		}
		a.tell(Activity{Tool: x.Name, Element: e, Place: i})
		pass := &analyser.Pass{}
		if err := guarded(x.Name, func() error { pass = a.pass(c, x, e); return x.Run(inTurn, pass) }); err != nil {
			now.Failed = true
			c.Problem(failure(x, e, err))
		}
		for _, p := range pass.Proposed {
			p.Element, p.Analyser = e.ID, x.Name
			c.Propose(p)
		}
		last[e.ID] = now
	}
	if dropped := end(); dropped {
		return nil // by pause or abort: the turn will be repeated, if at all
	}
	if err := c.SetState(stateKey(x), last); err != nil {
		return err
	}
	return c.Commit()
}

// pass is what an analyser may use of an element.
func (a *Analysis) pass(view view, x *analyser.Analyser, e *model.Element) *analyser.Pass {
	p := &analyser.Pass{Element: *e, Data: a.Prepared.Data(e), Seed: a.Seed}
	if len(x.Improves) == 0 {
		return p
	}
	p.Proposals = improvable(view, x, e)
	for _, other := range view.Elements() {
		if other.SEFF == e.SEFF && other.ID != e.ID && e.SEFF != "" {
			all := view.Proposals(other.ID)
			for _, i := range blackboard.Latest(all) {
				p.Related = append(p.Related, all[i])
			}
		}
	}
	return p
}

// failure says that an analyser failed on an element, in one line and the place
// in the program where there is one.
func failure(x *analyser.Analyser, e *model.Element, err error) model.Problem {
	name := e.Name
	if name == "" {
		name = string(e.ID)
	}
	hint := "report this with the run's folder or the table"
	if own := model.AsProblem(err, "").Hint; own != "" {
		hint = own
	}
	return model.Problem{
		Severity: model.Error, Rule: "analyser-failed", Element: e.ID,
		Message: fmt.Sprintf("analyser %s failed on %s and is left out there: %v", x.Name, name, err),
		Hint:    "the other analysers go on; " + hint,
	}
}
