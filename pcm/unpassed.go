package pcm

import (
	"fmt"

	"beagle/model"
	"beagle/model/adapter"
	"beagle/pcm/stoex"
)

var _ adapter.Passing = (*Repository)(nil)

// Unpassed says which of some changes ask for a parameter's characterisation that a call within
// the model would not give once they are all made. A simulation ends where it needs one.
func (r *Repository) Unpassed(changes []adapter.Change) ([]model.Problem, error) {
	data, err := r.Apply(changes)
	if err != nil {
		return nil, err
	}
	after, err := parseAs(r.path, data, true)
	if err != nil {
		return nil, err
	}
	inputs := map[model.ElementID][]model.Input{}
	for i := range after.elements {
		inputs[after.elements[i].ID] = after.elements[i].Inputs
	}
	var problems []model.Problem
	for i := range changes {
		if v, lacks := asksInVain(&changes[i], inputs[changes[i].Element.ID]); lacks {
			e := &changes[i].Element
			problems = append(problems, model.Problem{
				Severity: model.Warning, Rule: "unpassed", File: r.path, Line: e.Line, Element: e.ID, Name: e.Name,
				Message: fmt.Sprintf("it asks for %s, to which a call in the model gives no value, since that argument was not measured", v),
				Hint:    "measure the arguments of the calls of this service, too (select: in beagle.yaml)",
			})
		}
	}
	return problems, nil
}

// asksInVain is a variable that a change asks for and that not every call gives.
func asksInVain(c *adapter.Change, inputs []model.Input) (v model.Variable, lacks bool) {
	texts := []string{c.Expression}
	for _, t := range c.Transitions {
		texts = append(texts, t.Condition)
	}
	for _, text := range texts {
		if v, lacks := stoex.Unpassed(text, inputs); lacks {
			return v, true
		}
	}
	return model.Variable{}, false
}
