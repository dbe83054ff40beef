package model

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"beagle/internal/hash"
)

// Characterisation says which property of a parameter a variable stands for: PCM's VariableCharacterisationType.
type Characterisation uint8

// The characterisations of PCM, in the metamodel's order. An absent type in a model file means STRUCTURE.
const (
	Structure        Characterisation = iota // how the content is built, e.g. sorted: PCM's STRUCTURE
	NumberOfElements                         // of a collection, an array or a text: PCM's NUMBER_OF_ELEMENTS
	ValueOf                                  // the value itself: PCM's VALUE
	ByteSize                                 // how many bytes it takes: PCM's BYTESIZE
	TypeOf                                   // name of the dynamic type: PCM's TYPE
)

var characterisations = [...]string{"STRUCTURE", "NUMBER_OF_ELEMENTS", "VALUE", "BYTESIZE", "TYPE"}

func (c Characterisation) String() string {
	if int(c) < len(characterisations) {
		return characterisations[c]
	}
	return fmt.Sprintf("characterisation(%d)", uint8(c))
}

// ParseCharacterisation reads a name such as BYTESIZE, in capitals as StoEx writes it; false: there is none of that
// name.
func ParseCharacterisation(name string) (Characterisation, bool) {
	for i, known := range characterisations {
		if name == known {
			return Characterisation(i), true
		}
	}
	return 0, false
}

// Variable is a characterised parameter, e.g. file.BYTESIZE. Its name may be a path (order.items) or lead into a
// collection (files.INNER).
type Variable struct {
	Name string           // parameter name as the service's signature has it, with dots for a path inside it
	Char Characterisation // which property of the parameter; the zero value is Structure
}

func (v Variable) String() string { return v.Name + "." + v.Char.String() }

// Hash tells variables apart, also the characterisations of one parameter.
func (v Variable) Hash() uint64 { return hash.Text(v.Name) + uint64(v.Char) }

// ParseVariable reads text such as file.BYTESIZE: what stands before the last dot is the name. The error says what is
// missing.
func ParseVariable(text string) (Variable, error) {
	dot := strings.LastIndexByte(text, '.')
	if dot <= 0 {
		return Variable{}, fmt.Errorf("%q is no variable: write name.CHARACTERISATION, e.g. n.VALUE", text)
	}
	char, ok := ParseCharacterisation(text[dot+1:])
	if !ok {
		return Variable{}, fmt.Errorf("%q ends in no characterisation (VALUE, NUMBER_OF_ELEMENTS, BYTESIZE, TYPE, STRUCTURE)", text)
	}
	return Variable{Name: text[:dot], Char: char}, nil
}

// MarshalText writes the variable as StoEx does; the zero variable is empty.
func (v Variable) MarshalText() ([]byte, error) {
	if v == (Variable{}) {
		return nil, nil
	}
	return []byte(v.String()), nil
}

// UnmarshalText reads what MarshalText wrote; an empty text is the zero variable.
func (v *Variable) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*v = Variable{}
		return nil
	}
	*v, err = ParseVariable(string(text))
	return err
}

// ErrUndefined marks the use of a variable that has no value.
var ErrUndefined = errors.New("undefined variable")

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

// Hash tells values apart, also those of different kinds whose numbers agree.
func (v Value) Hash() uint64 {
	if v.Kind == Text {
		return hash.Mix(uint64(v.Kind), hash.Text(v.Str))
	}
	return hash.Mix(uint64(v.Kind), math.Float64bits(v.Num))
}

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
