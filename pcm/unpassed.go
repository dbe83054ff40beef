package pcm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
	after, err := Parse(r.path, data)
	if err != nil {
		return nil, err
	}
	inputs := map[model.ElementID][]model.Input{}
	written := extract(after.path, after.root, after.index, true)
	for i := range written.elements {
		inputs[written.elements[i].ID] = written.elements[i].Inputs
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
	given := map[string]model.Input{}
	for _, in := range inputs {
		given[in.Name] = in
		for _, part := range in.Parts {
			given[part.Name] = part
		}
	}
	for _, text := range texts {
		x, err := stoex.Parse(text)
		if strings.TrimSpace(text) == "" || err != nil { // checked where it is said
			continue
		}
		for _, v := range stoex.Variables(x) {
			in := given[v.Name]
			if in.Unpassed || len(in.Passed) > 0 && !slices.Contains(in.Passed, cmp.Or(v.Char.String(), model.Structure.String())) {
				return v, true
			}
		}
	}
	return model.Variable{}, false
}
