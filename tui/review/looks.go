package review

import (
	"beagle/model"
	"beagle/run"
)

// looks are the proposals that a person looks at, by element: places in
// ElementState.Proposals. Of the others it is the one that was accepted, or the best.
type looks map[model.ElementID]int

// at is the proposal that is looked at, and its place; nil: there is none.
func (l looks) at(e *run.ElementState) (*run.Proposed, int) {
	at, moved := l[e.ID]
	if !moved && e.Decision.Choice == run.Accept {
		at = e.Decision.Proposal
	}
	if at < 0 || at >= len(e.Proposals) {
		at = 0
	}
	if len(e.Proposals) == 0 {
		return nil, 0
	}
	return &e.Proposals[at], at
}

// turn goes to the proposal before or after, in a circle.
func (l looks) turn(e *run.ElementState, before bool) {
	_, at := l.at(e)
	n := len(e.Proposals)
	if before {
		at += n - 1
	} else {
		at++
	}
	l[e.ID] = at % n
}
