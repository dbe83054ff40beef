package parser

import "beagle/model"

// Which values characterise a parameter. Probes capture what is cheap:
//
//	numbers, characters, booleans   VALUE
//	enumerations                    VALUE, the constant's name
//	strings                         VALUE, NUMBER_OF_ELEMENTS, BYTESIZE
//	arrays, collections, maps       NUMBER_OF_ELEMENTS; BYTESIZE of primitive arrays
//	other objects                   TYPE
//
// A string or a byte array has as many bytes as its elements say, and an array
// of numbers as many elements as its bytes say. Only one of the two is kept, so
// that what one service passes is what the next depends on: bytes of strings
// and byte arrays, else elements.
//
// Texts explain something only where they are few: a parameter whose VALUE is
// text counts while it is short and has at most maxLevels different values,
// then no more, also backwards.
const (
	maxLevels = 32
	maxText   = 64 // bytes
)

// rule decides which values of one parameter are kept.
type rule struct {
	levels  map[string]struct{}
	free    bool // too many texts
	text    bool // PCM says that it is a STRING
	decided bool
	drop    model.Characterisation // decided: which of the two is not kept
}

// muted reports whether a rule asks for nothing any more.
func (r *rule) muted() bool { return r.free }

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

// few admits a text while the parameter has few different short ones; with one too many the rule is free,
// and none counts any more.
func (r *rule) few(text string) bool {
	if r.free {
		return false
	}
	if _, known := r.levels[text]; known {
		return true
	}
	if len(text) > maxText || len(r.levels) >= maxLevels {
		r.free, r.levels = true, nil
		return false
	}
	if r.levels == nil {
		r.levels = map[string]struct{}{}
	}
	r.levels[text] = struct{}{}
	return true
}

// decide looks at the elements and the bytes of one value.
func (r *rule) decide(elements, bytes float64) {
	if elements == 0 {
		return // nothing can be told from an empty one
	}
	r.decided, r.drop = true, model.ByteSize
	if r.text || elements == bytes || 2*elements == bytes { // a Java String has two bytes a character
		r.drop = model.NumberOfElements
	}
}
