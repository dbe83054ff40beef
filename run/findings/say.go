package findings

import (
	"errors"
	"fmt"
	"slices"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/pcm/stoex"
	"beagle/run"
)

// said is a proposal in the words of the model.
type said struct {
	stoex       string
	Transitions []run.ProposedBranch
	scatter     string // how well the distribution fits, where there is one
}

// Say puts a proposal into StoEx. Demands were learnt in seconds and are
// written as work: seconds times the processing rate.
func Say(e *model.Element, p *blackboard.Proposal, rate float64, own []blackboard.Derived) (said, error) {
	if e.Kind != model.Branch {
		node, err := spelledOut(p.Expression, own)
		if err != nil {
			return said{}, err
		}
		if e.Kind == model.InternalAction && rate != 1 {
			node = expression.Simplify(expression.Binary{Op: expression.Mul, Left: expression.Constant(rate), Right: node})
		}
		text, err := sayIn(e, node)
		return said{stoex: text}, err
	}
	if len(p.Branches) != len(e.Branches) && len(p.Branches) != len(e.Branches)+1 {
		return said{}, fmt.Errorf("it describes %d transitions of %d", len(p.Branches), len(e.Branches))
	}
	conditions, err := guards(e, p.Branches, own)
	if err != nil {
		return said{}, err
	}
	// The last of one more is that none was taken: what the guards leave. Shares
	// cannot say so, because those of the transitions add up to 1.
	if none := len(e.Branches); conditions == nil && len(p.Branches) > none && p.Branches[none].Probability > 0 {
		return said{}, fmt.Errorf("in %.3g %% of the executions no transition was taken, and the model has none for that: give the branch a transition without steps", 100*p.Branches[none].Probability)
	}
	var out said
	for i := range e.Branches {
		b := run.ProposedBranch{ID: e.Branches[i].ID, Name: e.Branches[i].Name}
		if conditions != nil {
			b.Condition = conditions[i]
		} else {
			probability := p.Branches[i].Probability
			b.Probability = &probability
		}
		out.Transitions = append(out.Transitions, b)
	}
	return out, nil
}

// guards are the conditions of a branch's transitions, of which exactly one
// holds; nil: the proposal gives probabilities.
func guards(e *model.Element, branches []blackboard.BranchProposal, own []blackboard.Derived) ([]string, error) {
	nodes, guarded := make([]expression.Node, len(branches)), false
	for i := range branches {
		var err error
		if nodes[i], err = spelledOut(branches[i].Guard, own); err != nil {
			return nil, err
		}
		guarded = guarded || nodes[i] != nil
	}
	if !guarded {
		return nil, nil
	}
	return stoex.Guards(nodes, e.Inputs...)
}

// spelledOut puts the definitions of the user's own variables in their place:
// the model does not know them. It is an error where one has none.
func spelledOut(n expression.Node, own []blackboard.Derived) (out expression.Node, err error) {
	if len(own) == 0 || n == nil {
		return n, nil
	}
	out = expression.Map(n, func(n expression.Node) expression.Node {
		v, ok := n.(expression.Variable)
		i := slices.IndexFunc(own, func(d blackboard.Derived) bool { return ok && d.Variable == v.Variable })
		switch {
		case i < 0:
			return n
		case own[i].Definition == nil:
			err = errors.New(own[i].Unsayable)
			return n
		}
		return own[i].Definition
	})
	return out, err
}
