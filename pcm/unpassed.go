package pcm

import (
	"fmt"
	"slices"

	"beagle/model"
	"beagle/model/adapter"
	"beagle/pcm/stoex"
)

var _ adapter.Passing = (*Repository)(nil)

// Unpassed says which of some changes ask for a parameter's characterisation that a call within the model would not
// give once they are all made.
func (r *Repository) Unpassed(changes []adapter.Change) ([]adapter.Lacking, error) {
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
	var unpassed []adapter.Lacking
	for i := range changes {
		e := &changes[i].Element
		for _, v := range asksInVain(&changes[i], inputs[e.ID]) {
			unpassed = append(unpassed, adapter.Lacking{
				Problem: model.Problem{
					Severity: model.Warning, Rule: "unpassed", File: r.path, Line: e.Line, Element: e.ID, Name: e.Name,
					Message: fmt.Sprintf("it asks for %s, to which a call in the model gives no value, since that argument was not measured", v),
					Hint:    "measure the arguments of the calls of this service, too (select: in beagle.yaml)",
				},
				Asked: v, Calls: after.lacking(e.SEFF, v),
			})
		}
	}
	return unpassed, nil
}

func (r *Repository) lacking(seff string, v model.Variable) (all []model.Element) {
	node := r.index.ByID(seff)
	if node == nil {
		return nil
	}
	service, known := r.index.Follow(node, "describedService__SEFF")
	if !known || service.Node == nil {
		return nil
	}
	for i := range r.elements {
		e := &r.elements[i]
		if e.Kind != model.CallParameter || e.Argument != v || e.Old != "" {
			continue
		}
		if callee, ok := r.index.Follow(r.targets[e.ID].owner, "calledService_ExternalService"); ok && callee.Node == service.Node {
			all = append(all, *e)
		}
	}
	return all
}

func asksInVain(c *adapter.Change, inputs []model.Input) []model.Variable {
	all := stoex.Unpassed(c.Expression, inputs)
	for _, t := range c.Transitions {
		for _, v := range stoex.Unpassed(t.Condition, inputs) {
			if !slices.Contains(all, v) {
				all = append(all, v)
			}
		}
	}
	return all
}
