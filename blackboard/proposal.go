package blackboard

import (
	"beagle/model"
	"beagle/model/expression"
)

// Proposal is an expression proposed for an element.
type Proposal struct {
	Element  model.ElementID // that it is for
	Analyser string          // who proposed it
	// Expression describes the quantity; for a branch it is nil and Branches describes each transition.
	Expression expression.Node
	Branches   []BranchProposal // Branch: one for each transition in file order; nil for other kinds
	Why        string           // one sentence for people: what led to the proposal
	// Basis is how many observations there were of the element: one that was
	// learnt from fewer than others is superseded. The blackboard fills it in.
	Basis int64
}

// Latest are the places of the proposals that were learnt from the most measurements: the others are superseded.
func Latest(proposals []Proposal) (places []int) {
	most := int64(0)
	for i := range proposals {
		most = max(most, proposals[i].Basis)
	}
	for i := range proposals {
		if proposals[i].Basis == most {
			places = append(places, i)
		}
	}
	return places
}

// BranchProposal describes one transition of a branch: a guard, or a probability where nothing explains the choice.
type BranchProposal struct {
	Guard       expression.Node // nil: Probability counts
	Probability float64         // share of the branch's decisions, 0 to 1; the transitions' sum to 1
}
