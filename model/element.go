// Package model is Beagle's vocabulary: what can be measured (SEFF elements), where it stands in the source (code
// sections), under which inputs it was observed (parameterisations), and what was observed (observations).
//
// The package imports nothing of ours, and every other room speaks its words. They are the words of the Palladio
// Component Model (PCM) and of Beagle's design document of January 2016.
package model

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// ElementID names one measurable element within an analysis.
//
//	_a1                      loop, branch
//	_a1#CPU                  resource demand of an internal action
//	_a1#file.BYTESIZE        argument of an external call
type ElementID string

// Kind tells the four kinds of measurable SEFF elements apart.
type Kind uint8

// The kinds of SEFF elements that Beagle measures.
const (
	InternalAction Kind = iota + 1 // a resource demand of an internal action
	Loop                           // the iteration count of a SEFF loop
	Branch                         // the decision of a SEFF branch
	CallParameter                  // a characterisation of an external call's argument
)

// Kinds lists all kinds in the order in which screens and reports show them.
var Kinds = []Kind{InternalAction, Loop, Branch, CallParameter}

var kindNames = map[Kind]string{
	InternalAction: "internal-action",
	Loop:           "loop",
	Branch:         "branch",
	CallParameter:  "call-parameter",
}

func (k Kind) String() string {
	if name, ok := kindNames[k]; ok {
		return name
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Signed reports whether values of the kind may be negative: those of arguments may; times and counts are not.
func (k Kind) Signed() bool { return k == CallParameter }

// MarshalText writes the kind's name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads a kind's name; any other text is an error.
func (k *Kind) UnmarshalText(text []byte) error {
	for kind, name := range kindNames {
		if name == string(text) {
			*k = kind
			return nil
		}
	}
	return fmt.Errorf("unknown kind of element %q", text)
}

// Noisy reports whether the quantity carries measurement noise.
func (k Kind) Noisy() bool { return k == InternalAction }

// Element is one measurable quantity of a service effect specification (SEFF).
type Element struct {
	ID        ElementID `json:"id"`                  // unique within an analysis
	Kind      Kind      `json:"kind"`                // says which of the other fields count
	PCMID     string    `json:"pcm_id"`              // id of the action in the model file
	Name      string    `json:"name"`                // entityName of the action
	Component string    `json:"component"`           // entityName of the component
	Service   string    `json:"service"`             // name of the described signature
	SEFF      string    `json:"seff"`                // id of the SEFF; groups elements of one service
	Old       string    `json:"old,omitempty"`       // present expression in the model, if any
	Resource  Resource  `json:"resource,omitzero"`   // InternalAction: what is demanded
	Argument  Variable  `json:"argument,omitzero"`   // CallParameter: the callee's parameter and characterisation
	Position  int       `json:"position,omitempty"`  // CallParameter: index of the parameter in the callee's signature; -1: it has no such parameter
	Callee    string    `json:"callee,omitempty"`    // CallParameter: name of the called signature
	Signature []string  `json:"signature,omitempty"` // CallParameter: names of its parameters; nil: the model does not have it
	Body      string    `json:"body,omitempty"`      // Loop: id of the body behaviour, the key of its link
	Sections  []Section `json:"sections,omitempty"`  // InternalAction: its statements; Loop: the body; CallParameter: the call
	Branches  []Option  `json:"branches,omitempty"`  // Branch: its transitions in file order
	Inputs    []Input   `json:"inputs,omitempty"`    // the service's parameters: what expressions may depend on
	Mean      bool      `json:"mean,omitempty"`      // the present value is a measured mean that Beagle wrote in place of an expression
	Line      int       `json:"line,omitempty"`      // line of the element in the model file, 1-based
}

// Option is one transition of a SEFF branch.
type Option struct {
	ID          string   `json:"id"`                    // id of the transition in the model file
	Name        string   `json:"name"`                  // entityName of the transition
	Behaviour   string   `json:"behaviour"`             // id of the branch behaviour, the key of its link
	Section     *Section `json:"section,omitempty"`     // nil: not linked; see Element.MissingElse
	Guarded     bool     `json:"guarded"`               // guard condition or probability
	Condition   string   `json:"condition,omitempty"`   // present guard
	Probability float64  `json:"probability,omitempty"` // present probability
}

// Unlearnt reports whether the element has no value of its own: nothing, a demand of 0, a loop that runs once,
// transitions that are all as likely, or a measured mean.
func (e *Element) Unlearnt() bool {
	if e.Mean {
		return true
	}
	switch e.Kind {
	case InternalAction:
		return e.Old == "" || e.Old == "0"
	case Loop:
		return e.Old == "" || e.Old == "1"
	case Branch:
		even := 1 / float64(len(e.Branches))
		for _, option := range e.Branches {
			if option.Guarded || math.Abs(option.Probability-even) > 1e-9 {
				return false
			}
		}
		return true
	default:
		return e.Old == ""
	}
}

// MissingElse returns the index of the one transition of a branch that has no section although all others have: the
// else that the source does not write.
func (e *Element) MissingElse() int {
	missing := -1
	for i, option := range e.Branches {
		if option.Section != nil {
			continue
		}
		if missing >= 0 {
			return -1
		}
		missing = i
	}
	if len(e.Branches) < 2 {
		return -1
	}
	return missing
}

// BetweenClasses reports whether the transitions of a branch are implementations of a service.
func (e *Element) BetweenClasses() bool {
	return e.Kind == Branch && slices.ContainsFunc(e.Branches, func(o Option) bool {
		first := e.Branches[0].Section
		return first != nil && o.Section != nil && o.Section.Of != first.Of
	})
}

// Linked reports whether the element can be found in the source: a branch if each transition is, or all but one.
func (e *Element) Linked() bool {
	if e.Kind != Branch {
		return len(e.Sections) > 0
	}
	linked := 0
	for _, option := range e.Branches {
		if option.Section != nil {
			linked++
		}
	}
	return linked == len(e.Branches) || linked > 0 && e.MissingElse() >= 0
}

// Resource is what an internal action demands, e.g. CPU or HDD.
type Resource struct {
	Name string `json:"name"` // e.g. "CPU"
	Href string `json:"href"` // reference as written in the model
}

// Input is a parameter of the service that an element belongs to.
type Input struct {
	Name  string `json:"name"`  // parameterName in the model
	Index int    `json:"index"` // position in the signature; Java parameters are matched by position
	Type  string `json:"type"`  // name of the PCM data type, e.g. INT, STRING, or a collection's name

	// Parts are the values inside the parameter, as its type names them: of a composite type by the names of its
	// declarations, as in order.address.city, of a collection by INNER.
	Parts []Input `json:"parts,omitempty"`

	// Passed names the characterisations that every call within the model gives to the parameter, such as BYTESIZE.
	Passed []string `json:"passed,omitempty"`

	// Unpassed is there of what not every call within the model gives a characterisation to, whichever.
	Unpassed bool `json:"unpassed,omitempty"`
}

// MaxOf bounds the names in a section's Of: a constant of Java holds 65,535 bytes.
const MaxOf = 1 << 14

// Section is a run of whole statements in one method: a code section. Offsets count UTF-16 code units (Java's char)
// from the start of the file, as the original's source statement links do.
type Section struct {
	Unit  string `json:"unit"`  // fully qualified name of the compilation unit, e.g. demo.store.Upload
	File  string `json:"file"`  // path of the source file; empty: not found
	First int    `json:"first"` // offset of the first character of the first statement
	Last  int    `json:"last"`  // offset of the first character of the last statement
	// Of says, of the method of a service, for the objects of which classes it is that service, where others inherit
	// the same method or implement the same service: their names, and with ! before them those of subclasses for
	// which it is not; * stands for all that are not named.
	Of string `json:"of,omitempty"`
}

// Entries are the methods of services as links give them, by SEFF id: one, or, where several classes of a component
// implement the service, one for each, told apart by their Of.
type Entries map[string][]Section

// UnmarshalJSON also reads what earlier runs kept, in which a service had one method.
func (e *Entries) UnmarshalJSON(data []byte) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	*e = Entries{}
	for seff, raw := range all {
		var several []Section
		if err := json.Unmarshal(raw, &several); err != nil {
			var one Section
			if err := json.Unmarshal(raw, &one); err != nil {
				return err
			}
			several = []Section{one}
		}
		(*e)[seff] = several
	}
	return nil
}
