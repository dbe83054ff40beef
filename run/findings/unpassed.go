package findings

import (
	"fmt"
	"slices"

	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
)

func changesOf(list []accepted) []adapter.Change {
	changes := make([]adapter.Change, 0, len(list))
	for i := range list {
		changes = append(changes, list[i].said.change(&list[i].element))
	}
	return changes
}

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

// instead is what stands where no expression can.
type instead struct {
	mean func(*model.Element) *run.MeasuredMean // in the place of an expression; nil where there is none
	// passed is for an argument of a call that nothing is known of, from what the element that asks for the variable
	// was measured with; nil where there is none.
	passed func(asks model.ElementID, v model.Variable, argument *model.Element) *run.MeasuredMean
}

// withValues gives a list of expressions all that they ask for.
func withValues(m adapter.Model, list []accepted, chosen []model.Element, by instead) (kept []accepted, told []model.Problem, err error) {
	passing, asks := m.(adapter.Passing)
	if !asks {
		return list, nil, nil
	}
	unpassed, err := passing.Unpassed(changesOf(list))
	if err != nil || len(unpassed) == 0 {
		return list, nil, err
	}
	list, told = withArguments(unpassed, list, by)
	for again := true; again; {
		if unpassed, err = passing.Unpassed(passed(list, chosen)); err != nil {
			return nil, nil, err
		}
		again = false
		for _, p := range unpassed {
			i := slices.IndexFunc(list, func(a accepted) bool { return a.element.ID == p.Problem.Element })
			if i < 0 || list[i].edited || list[i].mean != nil { // a mean asks for nothing: it was said why it is one
				continue
			}
			if m := by.mean(&list[i].element); m != nil {
				list[i].said, list[i].mean, list[i].index = Rendering{Text: m.StoEx, Transitions: m.Transitions}, m, -1
				p.Problem.Message = "its measured mean is written: " + p.Problem.Message
			} else {
				again = again || list[i].element.Kind == model.CallParameter // others may ask for it
				list = slices.Delete(list, i, i+1)
				p.Problem.Message = "not written: " + p.Problem.Message
			}
			told = append(told, p.Problem)
		}
	}
	return list, told, nil
}

func withArguments(unpassed []adapter.Lacking, list []accepted, by instead) (with []accepted, told []model.Problem) {
	given := map[model.ElementID]bool{}
	for _, p := range unpassed {
		for _, e := range p.Calls {
			if given[e.ID] {
				continue
			}
			value := by.passed(p.Problem.Element, p.Asked, &e)
			if value == nil {
				continue // others that ask may know
			}
			given[e.ID] = true
			list = append(list, accepted{element: e, said: Rendering{Text: value.StoEx}, mean: value, state: run.ElementState{Noise: -1}, index: -1})
			told = append(told, model.Problem{
				Severity: model.Warning, Rule: "typical-argument", File: p.Problem.File, Line: e.Line, Element: e.ID, Name: e.Name,
				Message: fmt.Sprintf("nothing is known of %s of this call of %s in %s.%s, which was not measured, or no launch made: it gets %s, as calls pass it that were seen", e.Argument, e.Callee, e.Component, e.Service, value.StoEx),
				Hint:    "measure the arguments of this call, too (select: in beagle.yaml), and launch what makes it",
			})
		}
	}
	return list, told
}
