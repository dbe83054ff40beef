package derive

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"beagle/blackboard"
	"beagle/model"
)

// Known is an error where a formula uses what no service of a model has, or can be evaluated for none.
func Known(all []blackboard.Derived, elements []model.Element) error {
	types := map[string][]string{} // of each parameter's name
	for i := range elements {
		for _, input := range elements[i].Inputs {
			if !slices.Contains(types[input.Name], input.Type) {
				types[input.Name] = append(types[input.Name], input.Type)
			}
		}
	}
	own := map[string]bool{}
	for _, d := range all {
		own[d.Variable.Name] = true
	}
	for _, d := range all {
		name := d.Variable.Name
		if types[name] != nil {
			return problem(name, errors.New("a parameter of the model has this name; take another one"))
		}
		for _, v := range d.Inputs {
			root, _, _ := strings.Cut(v.Name, ".")
			switch {
			case types[v.Name] != nil || types[root] != nil:
			case own[v.Name]:
				return problem(name, fmt.Errorf("it uses %s, which is derived itself; use the services' parameters", v))
			default:
				return problem(name, fmt.Errorf("it uses %s, but no service of the model has a parameter %s%s", v, root, meant(types)))
			}
		}
		if !evaluable(d, types) {
			return problem(name, errors.New("for parameters of these types it yields neither a number nor a flag"))
		}
	}
	return nil
}

func meant(types map[string][]string) string {
	var names []string
	for name := range types {
		names = append(names, name)
	}
	slices.Sort(names)
	const most = 12
	switch {
	case len(names) == 0:
		return ""
	case len(names) > most:
		return "; there are " + strings.Join(names[:most], ", ") + ", …"
	}
	return "; there are " + strings.Join(names, ", ")
}

// evaluable tries a formula with values of the types that the model gives its parameters.
func evaluable(d blackboard.Derived, types map[string][]string) bool {
	values := make([]model.Value, len(d.Inputs))
	for _, x := range []float64{1, 2, 7, 1000} {
		for i, v := range d.Inputs {
			values[i] = model.NumberValue(x + float64(i))
			of := types[v.Name]
			switch {
			case v.Char == model.TypeOf, v.Char == model.ValueOf && slices.Contains(of, "STRING"):
				values[i] = model.TextValue("a")
			case v.Char == model.ValueOf && slices.Contains(of, "BOOL"):
				values[i] = model.BoolValue(x > 1)
			}
		}
		if d.Value(values).Kind != model.None {
			return true
		}
	}
	return false
}
