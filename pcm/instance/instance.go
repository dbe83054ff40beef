package instance

import (
	"beagle/model"
	"beagle/pcm/stoex"
)

// Instance is one complete model.
type Instance struct {
	Containers []*Container
	Links      []*Link
	Assemblies []*Assembly // in the order in which they were reached
	Scenarios  []*Scenario
	Services   []*Service // what can be entered from outside: system roles, or all where there is no system
	Reached    []*Service // all that can be entered or called
	Files      []string   // that were read
}

// Element says where something stands in the model files.
type Element struct {
	File string
	Line int
	ID   string
	Name string
}

// Problem is a problem of this element.
func (e Element) Problem(severity model.Severity, rule, message, hint string) model.Problem {
	return model.Problem{
		Severity: severity, Rule: rule, Message: message, Hint: hint,
		File: e.File, Line: e.Line, Element: model.ElementID(e.ID), Name: e.Name,
	}
}

// Expression is a stochastic expression and the element that it belongs to. X
// is nil where it could not be read, which is a problem already.
type Expression struct {
	Element
	Text  string
	X     stoex.Expr
	Place stoex.Place
}

// Container is a resource container.
type Container struct {
	Element
	Resources []*Resource
}

// Resource is an active resource of a container.
type Resource struct {
	Element
	Container *Container
	Type      string // id of the resource type
	Policy    Policy
	Replicas  int        // number of servers, at least 1
	Rate      Expression // units of work a second; drawn anew for each demand
}

// Policy is how a resource serves several jobs at a time.
type Policy uint8

// The scheduling policies of Palladio.resourcetype.
const (
	ProcessorSharing Policy = iota // all at once, each at the same speed
	FCFS                           // one after another, per server
	Delay                          // all at once, each at full speed
)

// String is the name that the model files use.
func (p Policy) String() string { return [...]string{"ProcessorSharing", "FCFS", "Delay"}[p] }

// Link is a linking resource between containers.
type Link struct {
	Element
	Containers []*Container
	Latency    Expression // seconds
	Throughput Expression // bytes a second
}

// Assembly is a basic component in an assembly context, by itself or inside
// composite components.
type Assembly struct {
	Element
	Path       string // names of the contexts from the system down, joined by "/"
	Component  string
	Container  *Container         // nil: allocated nowhere, which is a problem already
	Parameters []Characterisation // component parameters: default values, then what the contexts set
	Passive    []*Passive
}

// Passive is a passive resource of an assembly.
type Passive struct {
	Element
	Assembly *Assembly
	Capacity Expression
}

// Characterisation gives one characterisation of a parameter a value.
type Characterisation struct {
	Variable model.Variable // Name is a path such as files.INNER
	Value    Expression
}

// Service is what a component does for one signature, in one assembly.
type Service struct {
	Element    // of the SEFF
	Assembly   *Assembly
	Signature  string
	Interface  string
	Parameters []string // names in order
	Body       *Behaviour
}

// Scenario is a usage scenario.
type Scenario struct {
	Element
	Body         *Behaviour
	Population   int         // of a closed workload; 0: the workload is open
	ThinkTime    *Expression // closed
	InterArrival *Expression // open
}

// Behaviour is a sequence of actions.
type Behaviour struct{ Actions []Action }

// Action is one step of a behaviour: *Internal, *Call, *Loop, *Iterator,
// *Branch, *Fork, *Acquire, *Release, *Set or *Wait.
type Action interface{ At() Element }

// At implements Action.
func (e Element) At() Element { return e }

// Internal demands work of resources, one demand after another.
type Internal struct {
	Element
	Demands []Demand
}

// Demand is work in units of the resource.
type Demand struct {
	Resource *Resource
	Amount   Expression
}

// Call calls another service, or enters the system from a usage scenario.
type Call struct {
	Element
	Service *Service
	Inputs  []Characterisation // evaluated by the caller
	Returns []Characterisation // evaluated by the caller over what the callee returned
	Entry   bool               // of a usage scenario
}

// Loop repeats its body.
type Loop struct {
	Element
	Count Expression
	Body  *Behaviour
}

// Iterator repeats its body for each element of a collection. Characterisations
// of Parameter.INNER are drawn once for each turn.
type Iterator struct {
	Element
	Parameter string
	Body      *Behaviour
}

// Branch takes the first transition whose guard is true, or one by chance.
type Branch struct {
	Element
	Transitions []Transition
}

// Transition is one way out of a branch.
type Transition struct {
	Element
	Guard       *Expression // nil: taken with Probability
	Probability float64
	Body        *Behaviour
}

// Fork runs behaviours side by side and waits for the synchronous ones.
type Fork struct {
	Element
	Synchronous, Asynchronous []*Behaviour
}

// Acquire takes one place of a passive resource, and waits until one is free.
type Acquire struct {
	Element
	Passive *Passive
}

// Release gives one place back.
type Release struct {
	Element
	Passive *Passive
}

// Set gives what the service returns a value.
type Set struct {
	Element
	Values []Characterisation
}

// Wait is a delay of a usage scenario, in seconds.
type Wait struct {
	Element
	Time Expression
}

// Has reports whether the usage model has a closed workload, or an open one.
func (in *Instance) Has(closed bool) bool {
	for _, s := range in.Scenarios {
		if (s.InterArrival == nil) == closed {
			return true
		}
	}
	return false
}
