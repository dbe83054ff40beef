package findings

import (
	"fmt"
	"slices"

	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
)

// changesOf are expressions as changes of the model.
func changesOf(list []accepted) []adapter.Change {
	changes := make([]adapter.Change, 0, len(list))
	for i := range list {
		changes = append(changes, list[i].said.change(&list[i].element))
	}
	return changes
}

// passed are expressions as changes of the model, with a value for each argument that was chosen to be
// measured and has none.
func passed(list []accepted, chosen []model.Element) []adapter.Change {
	changes := changesOf(list)
	known := map[model.ElementID]bool{}
	for i := range list {
		known[list[i].element.ID] = true
	}
	for i := range chosen {
		if e := &chosen[i]; e.Kind == model.CallParameter && !known[e.ID] {
			changes = append(changes, adapter.Change{Element: *e, Expression: "1"})
		}
	}
	return changes
}

// instead is what stands where no expression can: constants of what was measured.
type instead struct {
	mean func(*model.Element) *run.MeasuredMean // in the place of an expression; nil where there is none
	// passed is for an argument of a call that nothing is known of, from what the element that asks for
	// the variable was measured with; nil where there is none.
	passed func(asks model.ElementID, v model.Variable, argument *model.Element) *run.MeasuredMean
}

// withValues puts the measured mean in the place of each expression that asks for what callers
// within the model would not pass, since nobody chose to measure their arguments; without a mean the
// element keeps its value. What a person wrote stays. Arguments that were chosen get what other
// calls pass where nothing was learnt of them: calls that never ran are no reason to forget what others showed.
func withValues(m adapter.Model, list []accepted, chosen []model.Element, by instead) (kept []accepted, told []model.Problem, err error) {
	passing, asks := m.(adapter.Passing)
	if !asks {
		return list, nil, nil
	}
	for asks {
		unpassed, err := passing.Unpassed(passed(list, chosen))
		if err != nil {
			return nil, nil, err
		}
		asks = false
		for _, p := range unpassed {
			i := slices.IndexFunc(list, func(a accepted) bool { return a.element.ID == p.Problem.Element })
			if i < 0 || list[i].edited {
				continue
			}
			asks = true
			if m := by.mean(&list[i].element); m != nil {
				list[i].said, list[i].mean, list[i].index = Rendering{Text: m.StoEx, Transitions: m.Transitions}, m, -1
				p.Problem.Message = "its measured mean is written: " + p.Problem.Message
			} else {
				list = slices.Delete(list, i, i+1)
				p.Problem.Message = "not written: " + p.Problem.Message
			}
			told = append(told, p.Problem)
		}
	}
	unpassed, err := passing.Unpassed(changesOf(list))
	if err != nil {
		return nil, nil, err
	}
	more, said := given(unpassed, chosen, by)
	return append(list, more...), append(told, said...), nil
}

// given are values for chosen arguments of which nothing was learnt, and which are asked for.
func given(unpassed []adapter.Lacking, chosen []model.Element, by instead) (all []accepted, told []model.Problem) {
	byID, done := map[model.ElementID]*model.Element{}, map[model.ElementID]bool{}
	for i := range chosen {
		byID[chosen[i].ID] = &chosen[i]
	}
	for _, p := range unpassed {
		for i := range p.Calls {
			e := byID[p.Calls[i].ID]
			if e == nil || done[e.ID] {
				continue
			}
			value := by.passed(p.Problem.Element, p.Asked, e)
			if value == nil {
				continue // others that ask may know
			}
			done[e.ID] = true
			all = append(all, accepted{element: *e, said: Rendering{Text: value.StoEx}, mean: value, state: run.ElementState{Noise: -1}, index: -1})
			told = append(told, model.Problem{
				Severity: model.Warning, Rule: "never-passed", File: p.Problem.File, Line: e.Line, Element: e.ID, Name: e.Name,
				Message: fmt.Sprintf("nothing is known of %s of this call of %s, which no launch made or nothing was learnt of: it gets %s, as other calls pass it", e.Argument, e.Callee, value.StoEx),
				Hint:    "launch what makes this call, if it matters",
			})
		}
	}
	return all, told
}
