package analyser

import (
	"context"
	"slices"

	"beagle/blackboard"
	"beagle/model"
)

// PerElement is the usual shape of a measurement result analyser: it looks at
// each element for itself, once for each state of its measurements.
type PerElement struct {
	Is    Info
	Kinds []model.Kind // elements it can work on; nil: all
	// Learn proposes expressions for one element from its table, which has at
	// least one row. Element and Analyser of the proposals are filled in.
	Learn func(context.Context, model.Element, *model.Table, uint64) []blackboard.Proposal
}

var _ Result = PerElement{}

// Info says who it is.
func (a PerElement) Info() Info { return a.Is }

// CanContribute reports whether an element has measurements that were not
// looked at.
func (a PerElement) CanContribute(view blackboard.ResultsReader) bool {
	seen := a.Is.seen(view)
	return slices.ContainsFunc(view.Elements(), func(e model.Element) bool {
		return a.fresh(view, seen, e)
	})
}

// Contribute proposes for every element with new measurements. It stops early
// where ctx ends; what it has proposed by then counts.
func (a PerElement) Contribute(ctx context.Context, view blackboard.ResultAnalyserView) error {
	seen, seed := a.Is.seen(view), view.Seed()
	for _, e := range view.Elements() {
		if !a.fresh(view, seen, e) {
			continue
		}
		table := view.Table(e.ID)
		seen[e.ID] = glance(table)
		for _, p := range a.Learn(ctx, e, table, seed) {
			p.Element, p.Analyser = e.ID, a.Is.Name
			view.Propose(p)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return view.SetState(a.Is.key(), seen)
}

func (a PerElement) fresh(view blackboard.ResultsReader, seen map[model.ElementID]state, e model.Element) bool {
	if a.Kinds != nil && !slices.Contains(a.Kinds, e.Kind) {
		return false
	}
	now := glance(view.Table(e.ID))
	return now.Rows > 0 && now != seen[e.ID]
}
