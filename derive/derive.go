// Package derive reads variables of the user's own (derive: in beagle.yaml), such as pixels.
package derive

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"beagle/blackboard"
	"beagle/internal/formula"
	"beagle/model"
)

// Parse reads the formulas of variables, by name. An expression uses such a variable by its VALUE: pixels.VALUE.
func Parse(formulas map[string]string) (all []blackboard.Derived, err error) {
	for _, name := range slices.Sorted(maps.Keys(formulas)) {
		d, err := parse(name, formulas[name])
		if err != nil {
			return nil, problem(name, err)
		}
		all = append(all, d)
	}
	return all, nil
}

// Check says what is wrong with the formula of a name; nil: nothing that can be told without the model.
func Check(name, text string) error {
	_, err := parse(name, text)
	return err
}

func parse(name, text string) (d blackboard.Derived, err error) {
	if !identifier(name) {
		return d, fmt.Errorf("%q is no name; use letters, digits and underscores", name)
	}
	if strings.TrimSpace(text) == "" {
		return d, errors.New("there is no formula")
	}
	f, err := formula.Parse(text)
	if err != nil {
		return d, fmt.Errorf("the formula %w", err)
	}
	d = blackboard.Derived{Variable: model.Variable{Name: name, Char: model.ValueOf}}
	names := f.Names()
	for _, word := range names {
		v, err := variable(word)
		if err != nil {
			return d, err
		}
		d.Inputs = append(d.Inputs, v)
	}
	if len(names) == 0 {
		return d, errors.New("it is the same for every call; use the services' parameters, such as width.VALUE")
	}
	given := make(map[string]any, len(names))
	d.Value = func(inputs []model.Value) model.Value {
		for i, v := range inputs {
			given[names[i]] = of(v)
		}
		return result(f.Eval(given))
	}
	if d.Definition, err = translate(f); err == nil {
		err = same(d)
	}
	if err != nil {
		d.Definition, d.Unsayable = nil, fmt.Sprintf("the formula %s of %s has no StoEx: %v", f, name, err)
	}
	return d, nil
}

func variable(word string) (model.Variable, error) {
	dot := strings.LastIndexByte(word, '.')
	char, ok := model.ParseCharacterisation(word[dot+1:])
	if dot <= 0 || !ok {
		return model.Variable{}, fmt.Errorf("%q is no variable; write a parameter with VALUE, BYTESIZE, NUMBER_OF_ELEMENTS or TYPE, such as width.VALUE", word)
	}
	return model.Variable{Name: word[:dot], Char: char}, nil
}

func of(v model.Value) any {
	switch v.Kind {
	case model.Bool:
		return v.Num != 0
	case model.Text:
		return v.Str
	default:
		return v.Num
	}
}

func result(value any, err error) model.Value {
	switch x := value.(type) {
	case float64:
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			return model.NumberValue(x)
		}
	case bool:
		return model.BoolValue(x)
	}
	return model.Value{}
}

func problem(name string, err error) error {
	return model.Problem{
		Severity: model.Error, Rule: "derive", Message: fmt.Sprintf("derive: %s: %v", name, err),
		Hint: "Write a formula over the services' parameters under derive: in beagle.yaml, e.g. width.VALUE * height.VALUE.",
	}
}

func identifier(name string) bool {
	for i, r := range name {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}

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
