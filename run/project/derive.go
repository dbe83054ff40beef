package project

import (
	"fmt"
	"maps"
	"slices"

	"beagle/blackboard"
	"beagle/model"
	"beagle/pcm/stoex"
)

// Derivations reads the definitions of the user's own variables, e.g.
// pixels: "width.VALUE * height.VALUE". An expression uses them as
// pixels.VALUE.
func Derivations(definitions map[string]string) ([]blackboard.Derived, error) {
	var out []blackboard.Derived
	for _, name := range slices.Sorted(maps.Keys(definitions)) {
		parsed, err := stoex.Parse(definitions[name])
		if err != nil {
			return nil, notDerived(name, err)
		}
		node, err := stoex.ToNode(parsed)
		if err != nil {
			return nil, notDerived(name, err)
		}
		out = append(out, blackboard.Derived{Variable: model.Variable{Name: name, Char: model.ValueOf}, Definition: node})
	}
	return out, nil
}

func notDerived(name string, err error) error {
	return model.Problem{
		Severity: model.Error, Rule: "derive", Message: fmt.Sprintf("the definition of %s under derive: cannot be read: %v", name, err),
		Hint: "write an expression over the services' parameters, e.g. width.VALUE * height.VALUE",
	}
}
