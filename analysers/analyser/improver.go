package analyser

import (
	"context"
	"slices"

	"beagle/blackboard"
	"beagle/model"
)

// Improver is the usual shape of a proposed expression analyser: it improves
// each element's proposals, once for each state of what others proposed.
type Improver struct {
	Is    Info
	Kinds []model.Kind // elements it can work on; nil: all
	From  []string     // analysers whose proposals it improves; nil: all others
	// Improve proposes better expressions for one element. Element and
	// Analyser of the proposals are filled in.
	Improve func(context.Context, Task) []blackboard.Proposal
}

// Task is what an Improver works on.
type Task struct {
	Element   model.Element
	Table     *model.Table // at least one row
	Proposals []blackboard.Proposal
	// Related are proposals for the other elements of the same service.
	Related []blackboard.Proposal
	Seed    uint64
}

var _ Proposal = Improver{}

// Info says who it is.
func (a Improver) Info() Info { return a.Is }

// CanContribute reports whether there are proposals of others that were not
// looked at.
func (a Improver) CanContribute(view blackboard.ProposalsReader) bool {
	seen := a.Is.seen(view)
	return slices.ContainsFunc(view.Elements(), func(e model.Element) bool {
		_, fresh := a.look(view, seen, e)
		return fresh
	})
}

// Contribute works on every element with new proposals of others. It stops
// early where ctx ends; what it has proposed by then counts.
func (a Improver) Contribute(ctx context.Context, view blackboard.ProposalAnalyserView) error {
	seen, seed := a.Is.seen(view), view.Seed()
	elements := view.Elements()
	for _, e := range elements {
		now, fresh := a.look(view, seen, e)
		if !fresh {
			continue
		}
		seen[e.ID] = now
		task := Task{Element: e, Table: view.Table(e.ID), Proposals: view.Proposals(e.ID), Seed: seed}
		for _, other := range elements {
			if other.SEFF == e.SEFF && other.ID != e.ID && e.SEFF != "" {
				task.Related = append(task.Related, view.Proposals(other.ID)...)
			}
		}
		for _, p := range a.Improve(ctx, task) {
			p.Element, p.Analyser = e.ID, a.Is.Name
			view.Propose(p)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return view.SetState(a.Is.key(), seen)
}

func (a Improver) look(view blackboard.ProposalsReader, seen map[model.ElementID]state, e model.Element) (state, bool) {
	if a.Kinds != nil && !slices.Contains(a.Kinds, e.Kind) {
		return state{}, false
	}
	now := glance(view.Table(e.ID))
	for _, p := range view.Proposals(e.ID) {
		if p.Analyser != a.Is.Name && (a.From == nil || slices.Contains(a.From, p.Analyser)) {
			now.Proposals++
		}
	}
	return now, now.Rows > 0 && now.Proposals > 0 && now != seen[e.ID]
}
