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
