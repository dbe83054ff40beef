package model

import (
	"math"
	"strconv"

	"beagle/internal/hash"
)

// ValueKind tells what a Value holds.
type ValueKind uint8

// The kinds of values that can be characterised.
const (
	None   ValueKind = iota // nothing was observed, e.g. a null reference
	Number                  // a number, whole or not
	Bool                    // a truth value
	Text                    // enum constants, types, short strings
)

// Value is one observed characterisation.
type Value struct {
	Kind ValueKind // which of the other fields counts; None: neither
	Num  float64   // Number; Bool: 0 or 1
	Str  string    // Text
}

// NumberValue is a numeric value.
func NumberValue(x float64) Value { return Value{Kind: Number, Num: x} }

// TextValue is a value of an enumeration or a short string.
func TextValue(s string) Value { return Value{Kind: Text, Str: s} }

// BoolValue is a truth value.
func BoolValue(b bool) Value {
	if b {
		return Value{Kind: Bool, Num: 1}
	}
	return Value{Kind: Bool}
}

// Hash tells values apart, also those of different kinds whose numbers agree. It is the same in
// every run and on every machine.
func (v Value) Hash() uint64 {
	if v.Kind == Text {
		return hash.Mix(uint64(v.Kind), hash.Text(v.Str))
	}
	return hash.Mix(uint64(v.Kind), math.Float64bits(v.Num))
}

// String shows the value for people: texts in quotes, numbers with as many digits as they
// need, "none" where nothing was observed.
func (v Value) String() string {
	switch v.Kind {
	case Number:
		return strconv.FormatFloat(v.Num, 'g', -1, 64)
	case Bool:
		return strconv.FormatBool(v.Num != 0)
	case Text:
		return strconv.Quote(v.Str)
	default:
		return "none"
	}
}
