package validation

import (
	"fmt"
	"slices"

	"beagle/internal/quantity"
	"beagle/model"
)

// leaveThrown leaves out executions that an exception ended within an action: nothing tells what they took until then,
// and nothing was learnt of them. They are those in which no action was timed, of services without branches of which
// other executions had one. The finding says how many there were; nil: none.
func (v *validator) leaveThrown(list []*collected) *model.Problem {
	branches, acts := map[string]bool{}, map[string]bool{}
	for _, e := range v.Board.Elements() {
		branches[e.SEFF] = branches[e.SEFF] || e.Kind == model.Branch
	}
	for _, c := range list {
		acts[c.seff] = acts[c.seff] || slices.ContainsFunc(c.list, func(e *execution) bool { return !e.thrown() })
	}
	left := 0.0
	for _, c := range list {
		if branches[c.seff] || !acts[c.seff] {
			continue
		}
		c.list = slices.DeleteFunc(c.list, func(e *execution) bool {
			if e.thrown() {
				left += e.weight
			}
			return e.thrown()
		})
	}
	if left == 0 {
		return nil
	}
	return &model.Problem{Severity: model.Info, Rule: "thrown", Message: fmt.Sprintf("%s ended with an exception and are not judged: no action was timed in them", quantity.Plural(int64(left+0.5), "execution", "executions"))}
}

func (e *execution) thrown() bool {
	return !e.sampled && !slices.ContainsFunc(e.parts, func(p measuredPart) bool { return !p.call })
}
