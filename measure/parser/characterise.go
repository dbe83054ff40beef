package parser

import (
	"slices"

	"beagle/blackboard"
	"beagle/measure"
	"beagle/model"
)

// Which values characterise a parameter.
//
//	numbers, characters, booleans   VALUE
//	enumerations                    VALUE, the constant's name
//	strings                         VALUE, NUMBER_OF_ELEMENTS, BYTESIZE
//	arrays, collections, maps       NUMBER_OF_ELEMENTS; BYTESIZE of primitive arrays
//	other objects                   TYPE
//
// A string or a byte array has as many bytes as its elements say, and an array of numbers as many elements as its
// bytes say. Only one of the two is kept, so that what one service passes is what the next depends on: bytes of
// strings and byte arrays, else elements.
//
// Texts explain something only where they are few: a parameter whose VALUE is text counts while it is short and has
// at most maxLevels different values, then no more, also backwards.
const (
	maxLevels = 32
	maxText   = 64 // bytes
)

type parameters struct {
	inputs []model.Input // its inputs and the values inside them, as events number them
	rules  []rule        // parallel to inputs
}

func newParameters(inputs []model.Input) parameters {
	rules := make([]rule, len(inputs))
	for i, input := range inputs {
		rules[i].text = input.Type == "STRING"
	}
	return parameters{inputs, rules}
}

func (p *parameters) capture(f *frame, e *measure.Event) {
	if e.Index < 0 || int(e.Index) >= len(p.inputs) {
		return // no parameter of the signature
	}
	r, name := &p.rules[e.Index], p.inputs[e.Index].Name
	value, ok := r.admit(e.Char, e.Value)
	if !ok {
		return
	}
	f.set(model.Variable{Name: name, Char: e.Char}, value)
	if r.decided || e.Char != model.NumberOfElements && e.Char != model.ByteSize {
		return
	}
	elements, known := f.get(model.Variable{Name: name, Char: model.NumberOfElements})
	bytes, both := f.get(model.Variable{Name: name, Char: model.ByteSize})
	if !known || !both {
		return
	}
	if r.decide(elements.Num, bytes.Num); r.decided {
		f.unset(model.Variable{Name: name, Char: r.drop})
	}
}

func admitted(observations []blackboard.Observation, of []parameters) []blackboard.Observation {
	muted := map[string]bool{}
	for _, p := range of {
		for i, r := range p.rules {
			if r.muted {
				muted[p.inputs[i].Name] = true
			}
		}
	}
	if len(muted) == 0 {
		return observations
	}
	isMuted := func(a blackboard.Assignment) bool {
		return a.Variable.Char == model.ValueOf && a.Value.Kind == model.Text && muted[a.Variable.Name]
	}
	for i := range observations {
		if o := &observations[i]; slices.ContainsFunc(o.Inputs, isMuted) {
			o.Inputs = slices.DeleteFunc(slices.Clone(o.Inputs), isMuted)
		}
	}
	return observations
}

type rule struct {
	levels  map[string]struct{}
	muted   bool // there were too many texts, so none counts
	text    bool // PCM says that it is a STRING
	decided bool
	drop    model.Characterisation // decided: which of the two is not kept
}

// admit returns the value to keep; false: none.
func (r *rule) admit(char model.Characterisation, v model.Value) (model.Value, bool) {
	switch v.Kind {
	case model.Number:
		return v, finite(v.Num) && (!r.decided || char != r.drop)
	case model.Bool:
		return v, true
	case model.Text:
		if char != model.ValueOf {
			return v, len(v.Str) <= 1024
		}
		return v, r.few(v.Str)
	case model.None:
	}
	return v, false
}

// few admits a text while the parameter has few different short ones; with one too many none counts any more.
func (r *rule) few(text string) bool {
	if r.muted {
		return false
	}
	if _, known := r.levels[text]; known {
		return true
	}
	if len(text) > maxText || len(r.levels) >= maxLevels {
		r.muted, r.levels = true, nil
		return false
	}
	if r.levels == nil {
		r.levels = map[string]struct{}{}
	}
	r.levels[text] = struct{}{}
	return true
}

func (r *rule) decide(elements, bytes float64) {
	if elements == 0 {
		return // nothing can be told from an empty one
	}
	r.decided, r.drop = true, model.ByteSize
	if r.text || elements == bytes || 2*elements == bytes { // a Java String has two bytes a character
		r.drop = model.NumberOfElements
	}
}
