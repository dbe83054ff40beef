package blackboard

import (
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
	// Basis is how many observations there were of the element: one that was
	// learnt from fewer than others is superseded. The blackboard fills it in.
	Basis int64
}

// BranchProposal describes one transition of a branch: a guard, or a
// probability where nothing explains the choice.
type BranchProposal struct {
	Guard       expression.Node // nil: Probability counts
	Probability float64
}
