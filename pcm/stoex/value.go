package stoex

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"beagle/model"
)

// Val is a value at run time: what the simulator has as Integer, Double, Boolean or String.
type Val struct {
	kind valKind
	i    int32
	d    float64
	s    string
}

type valKind uint8

const (
	valInt valKind = iota
	valDouble
	valBool
	valText
	valUndefined
	valDeferred
)

// Undefined is the value of a variable that nobody has given one.
var Undefined = Val{kind: valUndefined}

// Deferred stands for a value that is to be drawn each time it is read, as INNER characterisations are.
func Deferred(expression, base int) Val {
	return Val{kind: valDeferred, i: int32(expression), d: float64(base)}
}

// Deferral is what Deferred was made of; ok is false for all other values.
func (v Val) Deferral() (expression, base int, ok bool) {
	return int(v.i), int(v.d), v.kind == valDeferred
}

// IntValue is an Integer.
func IntValue(i int32) Val { return Val{kind: valInt, i: i} }

// DoubleValue is a Double.
func DoubleValue(d float64) Val { return Val{kind: valDouble, d: d} }

// BoolValue is a Boolean.
func BoolValue(b bool) Val {
	if b {
		return Val{kind: valBool, i: 1}
	}
	return Val{kind: valBool}
}

// TextValue is a String.
func TextValue(s string) Val { return Val{kind: valText, s: s} }

// ValueOf is what StoEx has for a value that was observed; whole tells that the program keeps it as an integer.
// false: none.
func ValueOf(v model.Value, whole bool) (Val, bool) {
	switch v.Kind {
	case model.Bool:
		return BoolValue(v.Num != 0), true
	case model.Text:
		return TextValue(v.Str), true
	case model.Number:
		if whole && v.Num == math.Trunc(v.Num) && math.Abs(v.Num) <= math.MaxInt32 {
			return IntValue(int32(v.Num)), true
		}
		return DoubleValue(v.Num), true
	default:
		return Val{}, false
	}
}

// Type is INT, DOUBLE, BOOL or ENUM.
func (v Val) Type() Type { return [...]Type{TypeInt, TypeDouble, TypeBool, TypeEnum}[v.kind] }

func (v Val) String() string {
	switch v.kind {
	case valInt:
		return strconv.Itoa(int(v.i))
	case valDouble:
		switch {
		case math.IsNaN(v.d):
			return "NaN"
		case math.IsInf(v.d, 1):
			return "Infinity"
		case math.IsInf(v.d, -1):
			return "-Infinity"
		}
		return FormatDouble(v.d)
	case valBool:
		return strconv.FormatBool(v.i != 0)
	default:
		return v.s
	}
}

// JSON is the value for programs; what JSON has no number for is a text.
func (v Val) JSON() any {
	switch v.kind {
	case valInt:
		return v.i
	case valDouble:
		if math.IsNaN(v.d) || math.IsInf(v.d, 0) {
			return v.String()
		}
		return v.d
	case valBool:
		return v.i != 0
	default:
		return v.s
	}
}

func (v Val) number() bool { return v.kind == valInt || v.kind == valDouble }

func (v Val) float() float64 {
	if v.kind == valInt {
		return float64(v.i)
	}
	return v.d
}

// Bool is the truth value; ok is false for others.
func (v Val) Bool() (value, ok bool) { return v.i != 0, v.kind == valBool }

// Int is the whole number; ok is false for others, as in the simulator, which converts no Double to an Integer.
func (v Val) Int() (value int32, ok bool) { return v.i, v.kind == valInt }

// Float is the number as a Double; ok is false for truth values and texts.
func (v Val) Float() (value float64, ok bool) {
	if !v.number() {
		return 0, false
	}
	return v.float(), true
}

// ParseValue reads a value as a person types it: 3, 3.5, true, text or "text".
func ParseValue(text string) (Val, error) {
	const most = 4096
	if len(text) > most {
		return Val{}, fmt.Errorf("the value is longer than %d bytes; give a shorter one", most)
	}
	if text == "true" || text == "false" {
		return BoolValue(text == "true"), nil
	}
	if i, err := strconv.ParseInt(text, 10, 32); err == nil {
		return IntValue(int32(i)), nil
	}
	if d, err := strconv.ParseFloat(text, 64); err == nil {
		return DoubleValue(d), nil
	}
	if len(text) >= 2 && (text[0] == '"' || text[0] == '\'') && text[len(text)-1] == text[0] {
		text = text[1 : len(text)-1]
	}
	if strings.TrimSpace(text) == "" {
		return Val{}, fmt.Errorf("the value is empty")
	}
	return TextValue(text), nil
}
