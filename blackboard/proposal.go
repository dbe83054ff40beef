package blackboard

import (
	"strings"

	"beagle/model"
	"beagle/model/expression"
)

// Proposal is an expression proposed for an element.
type Proposal struct {
	Element  model.ElementID
	Analyser string // who proposed it
	// Expression describes the quantity; for a branch it is nil and Branches
	// describes each transition.
	Expression expression.Node
	Branches   []BranchProposal
	Why        string // one sentence for people: what led to the proposal
}

// BranchProposal describes one transition of a branch: a guard, or a
// probability where nothing explains the choice.
type BranchProposal struct {
	Guard       expression.Node // nil: Probability counts
	Probability float64
}

// Grade is the judge's opinion of a proposal.
type Grade struct {
	Fitness       float64 // lower is better; +Inf: refused
	RelativeError float64 // robust relative error on the data; branches: share of wrong decisions
	Size          int     // nodes of the expression tree
	Reason        string  // why it won, lost or was refused
}

// Verdict is the judge's decision for one element.
type Verdict struct {
	Final    int     // index of the chosen proposal; -1: no suitable expression
	Optimal  bool    // nothing left to learn
	Noise    float64 // relative noise of the data; NaN: unknown
	Warnings []string
	Reason   string // e.g. "noise 4 %, model 4 %: nothing left to learn"
}

// UndecidedBetween begins the warning that says between which expressions the
// data cannot decide, and where to measure.
const UndecidedBetween = "undecided between "

// Undecided is that warning; empty: decided.
func (v *Verdict) Undecided() string {
	for _, w := range v.Warnings {
		if strings.HasPrefix(w, UndecidedBetween) {
			return w
		}
	}
	return ""
}
