package findings

import (
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

// withValues puts the measured mean in the place of each expression that asks for what callers
// within the model would not pass, since nobody chose to measure their arguments; without a mean the
// element keeps its value. What a person wrote stays. Arguments that were chosen count as passed, also
// where nothing was learnt of them: calls that never ran are no reason to forget what others showed.
func withValues(m adapter.Model, list []accepted, chosen []model.Element, mean func(*model.Element) *run.MeasuredMean) (kept []accepted, told []model.Problem, err error) {
	passing, asks := m.(adapter.Passing)
	for asks {
		problems, err := passing.Unpassed(passed(list, chosen))
		if err != nil {
			return nil, nil, err
		}
		asks = false
		for _, p := range problems {
			i := slices.IndexFunc(list, func(a accepted) bool { return a.element.ID == p.Element })
			if i < 0 || list[i].edited {
				continue
			}
			asks = true
			if m := mean(&list[i].element); m != nil {
				list[i].said, list[i].mean, list[i].index = Rendering{Text: m.StoEx, Transitions: m.Transitions}, m, -1
				p.Message = "its measured mean is written: " + p.Message
			} else {
				list = slices.Delete(list, i, i+1)
				p.Message = "not written: " + p.Message
			}
			told = append(told, p)
		}
	}
	return list, told, nil
}
