package run

import (
	"fmt"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// said is a proposal in the words of the model.
type said struct {
	stoex       string
	transitions []ProposedBranch
}

// say puts a proposal into StoEx. Demands were learnt in seconds and are
// written as work: seconds times the processing rate.
func say(e *model.Element, p *blackboard.Proposal, rate float64) (said, error) {
	if e.Kind != model.Branch {
		node := p.Expression
		if e.Kind == model.InternalAction && rate != 1 {
			node = expression.Simplify(expression.Binary{Op: expression.Mul, Left: expression.Constant(rate), Right: node})
		}
		text, err := sayIn(e, node)
		return said{stoex: text}, err
	}
	if len(p.Branches) != len(e.Branches) {
		return said{}, fmt.Errorf("it describes %d transitions of %d", len(p.Branches), len(e.Branches))
	}
	var out said
	for i := range p.Branches {
		b := ProposedBranch{ID: e.Branches[i].ID, Name: e.Branches[i].Name}
		if guard := p.Branches[i].Guard; guard != nil {
			text, err := sayIn(e, guard)
			if err != nil {
				return said{}, err
			}
			b.Condition = text
		} else {
			probability := p.Branches[i].Probability
			b.Probability = &probability
		}
		out.transitions = append(out.transitions, b)
	}
	return out, nil
}
