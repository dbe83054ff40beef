// Package instance reads a PCM instance: repository, system, resource environment, allocation and usage model, with
// every reference resolved, as a simulator needs them.
package instance

import (
	"beagle/model"
	"beagle/pcm/stoex"
)

// Instance is one complete model.
type Instance struct {
	Containers []*Container // resource containers, in file order
	Links      []*Link      // linking resources between containers, in file order
	Assemblies []*Assembly  // in the order in which they were reached
	Scenarios  []*Scenario  // usage scenarios, in file order
	Services   []*Service   // what can be entered from outside: system roles, or all where there is no system
	Reached    []*Service   // all that can be entered or called
	Files      []string     // that were read
}

// Element says where something stands in the model files.
type Element struct {
	File string // path of the file, as it was given or found
	Line int    // 1-based; 0: it stands in no file
	ID   string // id attribute, or the path where it has none
	Name string // entityName; empty: it has none
}

// Problem is a problem of this element.
func (e Element) Problem(severity model.Severity, rule, message, hint string) model.Problem {
	return model.Problem{
		Severity: severity, Rule: rule, Message: message, Hint: hint,
		File: e.File, Line: e.Line, Element: model.ElementID(e.ID), Name: e.Name,
	}
}

// Expression is a stochastic expression and the element that it belongs to. X is nil where it could not be read,
// which is a problem already.
type Expression struct {
	Element
	Text  string      // as the model has it
	X     stoex.Expr  // parsed; nil: it could not be read, which is a problem already
	Place stoex.Place // where it stands in the model, which decides what it may refer to
}

// Container is a resource container.
type Container struct {
	Element
	Resources []*Resource // active resources, in file order
}

// Resource is an active resource of a container.
type Resource struct {
	Element
	Container *Container // the one it belongs to
	Type      string     // id of the resource type
	Policy    Policy     // in which order demands are served
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

func (p Policy) String() string { return [...]string{"ProcessorSharing", "FCFS", "Delay"}[p] }

// Link is a linking resource between containers.
type Link struct {
	Element
	Containers []*Container // that it joins; messages between any two of them take it
	Latency    Expression   // seconds
	Throughput Expression   // bytes a second
}

// Assembly is a basic component in an assembly context, by itself or inside composite components.
type Assembly struct {
	Element
	Path       string             // names of the contexts from the system down, joined by "/"
	Component  string             // entityName of the component
	Container  *Container         // nil: allocated nowhere, which is a problem already
	Parameters []Characterisation // component parameters: default values, then what the contexts set
	Passive    []*Passive         // passive resources of this assembly
}

// Passive is a passive resource of an assembly.
type Passive struct {
	Element
	Assembly *Assembly  // each assembly of a component has its passive resources of its own
	Capacity Expression // places at the beginning, drawn when a simulation begins
}

// Characterisation gives one characterisation of a parameter a value.
type Characterisation struct {
	Variable model.Variable // Name is a path such as files.INNER
	Value    Expression     // what the variable gets
}

// Service is what a component does for one signature, in one assembly.
type Service struct {
	Element               // of the SEFF
	Assembly   *Assembly  // that provides it
	Signature  string     // name of the operation
	Interface  string     // entityName of the interface
	Parameters []string   // names in order
	Body       *Behaviour // what an execution does
}

// Scenario is a usage scenario.
type Scenario struct {
	Element
	Body         *Behaviour  // what one user does
	Population   int         // of a closed workload; 0: the workload is open
	ThinkTime    *Expression // closed
	InterArrival *Expression // open
}

// Behaviour is a sequence of actions.
type Behaviour struct {
	Actions []Action // in the order in which they run, without start and stop
}

// Action is one step of a behaviour: *Internal, *Call, *Loop, *Iterator, *Branch, *Fork, *Acquire, *Release, *Set or
// *Wait.
type Action interface{ At() Element }

// At implements Action.
func (e Element) At() Element { return e }

// Internal demands work of resources, one demand after another.
type Internal struct {
	Element
	Demands []Demand // in the order in which they are served
}

// Demand is work in units of the resource.
type Demand struct {
	Resource *Resource  // of the container that the assembly is allocated to
	Amount   Expression // in the resource's units of work, 0 or more
}

// Call calls another service, or enters the system from a usage scenario.
type Call struct {
	Element
	Service *Service           // the one that is called, found by following the connectors
	Inputs  []Characterisation // evaluated by the caller
	Returns []Characterisation // evaluated by the caller over what the callee returned
	Entry   bool               // of a usage scenario
}

// Loop repeats its body.
type Loop struct {
	Element
	Count Expression // drawn once, when the loop is entered
	Body  *Behaviour // what is repeated
}

// Iterator repeats its body for each element of a collection.
type Iterator struct {
	Element
	Parameter string     // name of the collection; its NUMBER_OF_ELEMENTS is the number of turns
	Body      *Behaviour // what is repeated
}

// Branch takes the first transition whose guard is true, or one by chance.
type Branch struct {
	Element
	Transitions []Transition // in file order
}

// Transition is one way out of a branch.
type Transition struct {
	Element
	Guard       *Expression // nil: taken with Probability
	Probability float64     // share of the branch's executions, 0 to 1
	Body        *Behaviour  // what it leads to
}

// Fork runs behaviours side by side and waits for the synchronous ones.
type Fork struct {
	Element
	Synchronous, Asynchronous []*Behaviour // those that are waited for, and those that nobody waits for
}

// Acquire takes one place of a passive resource, and waits until one is free.
type Acquire struct {
	Element
	Passive *Passive // the resource that a place is taken of
}

// Release gives one place back.
type Release struct {
	Element
	Passive *Passive // the resource that gets a place back
}

// Set gives what the service returns a value.
type Set struct {
	Element
	Values []Characterisation // what is set, in file order
}

// Wait is a delay of a usage scenario, in seconds.
type Wait struct {
	Element
	Time Expression // in seconds, drawn each time
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
