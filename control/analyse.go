package control

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/model"
)

type lookedAt struct {
	Observations int64 `json:"observations"`
	Proposals    int   `json:"proposals,omitempty"` // from these observations, that it improves
	Failed       bool  `json:"failed,omitempty"`    // and has no other turn
}

func stateKey(x *analyser.Analyser) string { return "analyser/" + x.Name }

// Unlearnt takes out of the states of tools what analysers, the loop and the judge remember.
func Unlearnt(states map[string]json.RawMessage) {
	maps.DeleteFunc(states, func(key string, _ json.RawMessage) bool {
		return strings.HasPrefix(key, "analyser/") || strings.HasPrefix(key, "control.") || strings.HasPrefix(key, "judge.")
	})
}

func remembered(view blackboard.Reader, x *analyser.Analyser) map[model.ElementID]lookedAt {
	last := map[model.ElementID]lookedAt{}
	_ = view.State(stateKey(x), &last) // unreadable state means that everything is new
	return last
}

func look(view blackboard.Reader, x *analyser.Analyser, e *model.Element, last lookedAt) (now lookedAt, fresh bool) {
	if !x.WorksOn(e.Kind) || last.Failed {
		return now, false
	}
	now.Observations, now.Proposals = view.Observations(e.ID), len(improvable(view, x, e))
	if now == last || len(x.Improves) > 0 && now.Proposals == 0 {
		return now, false
	}
	return now, view.Table(e.ID).Rows() > 0
}

func improvable(view blackboard.Reader, x *analyser.Analyser, e *model.Element) (all []blackboard.Proposal) {
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

// able is the analyser that has its turn next.
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

// turn gives an analyser the control flow, for all elements of which it has something new to see.
func (a *Analysis) turn(ctx context.Context, x *analyser.Analyser) error {
	inTurn, end := a.Machine.contribution(ctx)
	t := turn{of: a, c: a.Board.Contribute(x.Name), x: x}
	last, elements := remembered(t.c, x), a.Board.Elements()
	t.outcomes = make([]outcome, len(elements))
	for i := range elements {
		if now, fresh := look(t.c, x, &elements[i], last[elements[i].ID]); fresh {
			t.outcomes[i], t.places = outcome{now: now}, append(t.places, i)
		}
	}
	t.learn(inTurn)
	done := 0
	for _, i := range t.places {
		if o, e := &t.outcomes[i], &elements[i]; o.done {
			if done++; o.err != nil {
				o.now.Failed = o.proposed == 0
				t.c.Problem(failure(x, e, o.proposed, o.err))
			}
			last[e.ID] = o.now
		}
	}
	if dropped := end(); dropped && (done == 0 || !a.Machine.Status().Parting) {
		return nil // by pause or abort: the turn will be repeated, if at all
	}
	if err := t.c.SetState(stateKey(x), last); err != nil {
		return err
	}
	return t.c.Commit()
}

type turn struct {
	of       *Analysis
	c        *blackboard.Contribution
	x        *analyser.Analyser
	places   []int // of the elements that it looks at
	outcomes []outcome
}

type outcome struct {
	now      lookedAt
	done     bool
	proposed int // expressions
	err      error
}

func (t *turn) element(ctx context.Context, place int) {
	if ctx.Err() != nil {
		return
	}
	a, x, o, e := t.of, t.x, &t.outcomes[place], &t.of.Board.Elements()[place]
	a.tell(Activity{Tool: x.Name, Element: e, Place: place})
	var proposed []blackboard.Proposal
	if a.Elsewhere == nil {
		proposed, o.err = a.here(ctx, t.c, x, e)
	} else {
		proposed, o.err = a.Elsewhere.Learn(ctx, a.work(t.c, x, e))
	}
	if ctx.Err() != nil {
		return // what it proposes may be half of what it would have
	}
	for _, p := range proposed {
		p.Element, p.Analyser = e.ID, x.Name
		t.c.Propose(p)
	}
	o.done, o.proposed = true, len(proposed)
}

func (a *Analysis) here(ctx context.Context, view blackboard.Reader, x *analyser.Analyser, e *model.Element) ([]blackboard.Proposal, error) {
	pass := &analyser.Pass{}
	err := guarded(x.Name, func() error { pass = a.pass(view, x, e); return x.Run(ctx, pass) })
	return pass.Proposed, err
}

func (a *Analysis) pass(view blackboard.Reader, x *analyser.Analyser, e *model.Element) *analyser.Pass {
	p := &analyser.Pass{Element: *e, Data: a.Prepared.Data(e), Seed: a.Seed}
	p.Proposals, p.Related = improved(view, x, e)
	return p
}

func improved(view blackboard.Reader, x *analyser.Analyser, e *model.Element) (own, related []blackboard.Proposal) {
	if len(x.Improves) == 0 {
		return nil, nil
	}
	for _, other := range view.Elements() {
		if other.SEFF == e.SEFF && other.ID != e.ID && e.SEFF != "" {
			all := view.Proposals(other.ID)
			for _, i := range blackboard.Latest(all) {
				related = append(related, all[i])
			}
		}
	}
	return improvable(view, x, e), related
}

// failure says that an analyser failed on an element, in one line and the place in the program where there is one.
func failure(x *analyser.Analyser, e *model.Element, proposed int, err error) model.Problem {
	name := e.Name
	if name == "" {
		name = string(e.ID)
	}
	hint := "report this with the run's folder or the table"
	if own := model.AsProblem(err, "").Hint; own != "" {
		hint = own
	}
	if proposed > 0 {
		return model.Problem{
			Severity: model.Warning, Rule: "analyser-failed", Element: e.ID, Hint: hint,
			Message: fmt.Sprintf("analyser %s failed on %s, but its other proposals count (%d): %v", x.Name, name, proposed, err),
		}
	}
	return model.Problem{
		Severity: model.Error, Rule: "analyser-failed", Element: e.ID,
		Message: fmt.Sprintf("analyser %s failed on %s and is left out there: %v", x.Name, name, err),
		Hint:    "the other analysers go on; " + hint,
	}
}

// A person who aborts does not wait long for what is learnt.
const (
	partTime      = 5 * time.Second
	partAnalysers = 3 * time.Second
)

// part learns from what was measured before an abort, so that every end of an analysis shows expressions.
func (a *Analysis) part(ctx context.Context) error {
	if !a.observed() || !a.Machine.part() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, partTime)
	defer cancel()
	inTime, cancel := context.WithTimeout(ctx, partAnalysers)
	defer cancel()
	able := a.able()
	for able != nil && inTime.Err() == nil && a.Machine.part() {
		if err := a.turn(inTime, able); err != nil {
			return err
		}
		able = a.able()
	}
	if !a.Machine.part() || a.Board.JustRuled() || able != nil && a.Board.Rounds() > 0 {
		return nil
	}
	_, err := a.rule(ctx, atAbort)
	return err
}
