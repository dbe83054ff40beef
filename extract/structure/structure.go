// Package structure is a model that is to be written: what the rules found in a program, in the words of PCM.
package structure

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
)

// Model is everything that goes into the files of a model.
type Model struct {
	ID, Name   string       // id and entityName of the repository
	Components []*Component // in the order in which they are written
	Interfaces []*Interface // in the order in which they are written
	Types      []*DataType  // collections and composites
	Connectors []Connector  // between assemblies of the components
	Usage      []Scenario   // none: every entrance is called once
}

// Component is a basic component.
type Component struct {
	ID, Name string     // id and entityName
	Provides []*Role    // roles by which it is called
	Requires []*Role    // roles by which it calls others
	Services []*Service // a service effect specification for each operation that it implements
}

// Role is a provided or required role.
type Role struct {
	ID, Name  string     // id and entityName
	Interface *Interface // that is provided or required
	Provider  *Component // of a required role: who serves it
}

// Connector joins a required role with the provided one that serves it.
type Connector struct {
	From, To         *Component // the component that calls, and the one that serves
	Required, Serves *Role      // From's required role, and To's provided one
}

// Interface is an operation interface.
type Interface struct {
	ID, Name   string       // id and entityName
	Operations []*Operation // its signatures
}

// Operation is a signature of an interface.
type Operation struct {
	ID, Name  string     // id and entityName
	Key       string     // of the method that declares it
	Interface *Interface // that it belongs to
	Params    []Param    // in the order of the signature
	Returns   *TypeRef   // nil: nothing
}

// Param is a parameter.
type Param struct {
	Name string  // parameterName
	Type TypeRef // data type of the parameter
}

// TypeRef is a primitive type or one of the model's own.
type TypeRef struct {
	Primitive Primitive // counts where Named is nil
	Named     *DataType // nil: the primitive one
}

// Primitive is a primitive type by its position in PCM's PrimitiveTypes.repository.
type Primitive int

// PCM's primitive types.
const (
	Int    Primitive = iota // whole numbers of 32 bits, and smaller ones but bytes
	String                  // texts
	Bool                    // truth values
	Double                  // floating point numbers
	Char                    // characters
	Byte                    // bytes
	Long                    // whole numbers of 64 bits
)

// DataType is a collection of something, or a composite of fields.
type DataType struct {
	ID, Name string   // id and entityName
	Inner    *TypeRef // nil: a composite
	Fields   []Param  // of a composite, in the order of the source
}

// Service is a SEFF.
type Service struct {
	ID    string     // of the service effect specification
	Op    *Operation // that it describes
	Class string     // that implements it
	Entry bool       // it is entered from outside
	Link  *Link      // the method; of several implementations the first one's
	Ways  []Way      // implementations of which each object has one, where there are several; else nil
	Body  *Behaviour // what it does
}

// Way is one of several implementations of a service inside a component.
type Way struct {
	Class string // of whose objects it is
	Link  *Link  // the method
}

// Behaviour is a sequence of steps; start and stop are not among them.
type Behaviour struct {
	ID    string  // id of the behaviour
	Name  string  // of a transition
	Link  *Link   // of a loop's body, or what a transition leads to
	Steps []*Step // in the order in which they run
	Share float64 // of a transition, as launches took it; all 0: even, until they are measured
}

// Kind is what a step is.
type Kind uint8

// The kinds of steps.
const (
	Internal Kind = iota + 1 // code that calls no other component
	Call                     // an external call: another component's service
	Loop                     // a body that is executed several times
	Branch                   // one of several behaviours
)

// Step is an action.
type Step struct {
	Kind  Kind         // which action or loop it becomes
	ID    string       // of the action
	Name  string       // entityName of the action
	Link  *Link        // the statements that it stands for; nil: none of the source
	Code  string       // a hash of all code of the service up to it and of it
	Op    *Operation   // Call
	Role  *Role        // Call: the required role
	Inner []*Behaviour // Loop: its body; Branch: where its transitions lead
	Ways  bool         // Branch: between implementations, which are told apart by their names
	Count string       // Loop: StoEx of how often it runs, as launches did; empty: once, until it is measured
}

// Link is where something stands in the source.
type Link struct {
	Unit, Path  string // qualified name of the compilation unit, and path of the file
	First, Last int    // offsets of the first and last statement in UTF-16 code units
	Line        int    // 1-based
	Of          string // of a service, and of what is part of one of its ways: the classes of whose objects it is, as in model.Section
}

// NewID is an id as EMF makes them, from what it is for.
func NewID(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return "_" + base64.RawURLEncoding.EncodeToString(sum[:16])
}

// Walk visits the steps of a behaviour and of those inside it.
func (b *Behaviour) Walk(visit func(*Step)) {
	for _, s := range b.Steps {
		visit(s)
		for _, inner := range s.Inner {
			inner.Walk(visit)
		}
	}
}

// Walk visits the steps of all services.
func (m *Model) Walk(visit func(*Service, *Step)) {
	for _, c := range m.Components {
		for _, s := range c.Services {
			s.Body.Walk(func(step *Step) { visit(s, step) })
		}
	}
}

// Calls reports whether a step is a call of another component, or has one inside it.
func (s *Step) Calls() bool {
	return s.Kind == Call || slices.ContainsFunc(s.Inner, func(b *Behaviour) bool { return slices.ContainsFunc(b.Steps, (*Step).Calls) })
}

// Scenario is a usage scenario: what one user does, one after another.
type Scenario struct {
	Name  string  // entityName
	Calls []Entry // in the order in which they are made

	OneOf bool    // a user makes one of the calls, each in the share of its Count, and not all of them
	Rate  float64 // users that arrive a second (open workload); 0: the workload is closed
	Users int     // of a closed workload; 0: 1
	Think float64 // s, between two runs of a user of a closed workload
}

// Entry is a service that a user calls, so many times in a row.
type Entry struct {
	Service *Service // that is called
	Count   float64  // how many times in a row, on average
	Inputs  []Inputs // lists of arguments with their shares; none: as nobody knows them
}

// Inputs are arguments that come together, as StoEx by their variables, such as file.BYTESIZE.
type Inputs struct {
	Share  float64           // of the calls that have these arguments, 0 to 1
	Values map[string]string // StoEx by variable
}
