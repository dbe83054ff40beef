package measure

import "beagle/model"

// Order says what a measurement tool is to measure: the measurement order of the design document.
type Order struct {
	Sections []Section // events name them by index
	Services []Service // services whose parameters are taken at entry
	Inputs   bool      `json:",omitempty"` // some of the services' calls are kept as they begin, with all that they are given, for drivers
}

// SectionKind tells what is recorded at a section.
type SectionKind uint8

// The kinds of sections in a measurement order.
const (
	Demand     SectionKind = iota + 1 // time from before the first to after the last statement
	LoopBody                          // executions of the body per execution of the loop
	Transition                        // entry of one branch
	Call                              // arguments of an external call, before and after it
)

// Section is one code section to be measured.
type Section struct {
	Kind    SectionKind     // what is measured of it
	Code    model.Section   // Transition that is a missing else: a section of its sibling
	Element model.ElementID // the element that it stands for
	PCMID   string          // id of the action in the model file
	Service int             // index into Order.Services
	Branch  int             // Transition: index of the transition in its branch
	Else    bool            // Transition: the else that the source does not write
	Callee  string          // Call: name of the called method
	Params  []string        // Call: names of the called signature's parameters; nil: it is not known
	Args    []int           // Call: positions of the parameters that are wanted
	// Parts are the values inside arguments that are wanted, of a call.
	Parts []model.Input `json:",omitempty"`
}

// PartsAt is the number of the first value inside an argument; positions of arguments end before it.
const PartsAt = 128

// Service is the entry of a SEFF.
type Service struct {
	SEFF   string        // id of the service effect specification
	Name   string        // name of the signature, and of the method
	Inputs []model.Input // matched to the method's parameters by position; by name where these are not as many, or the same in another order
	Parts  []model.Input // values inside them; events number them behind the inputs
	// Code is any section inside the method, or the method itself where it is linked.
	Code model.Section
}

// First is, by entry, the first entry of the same SEFF: of a service with several implementations each has one.
func (o *Order) First() []int32 {
	all, of := make([]int32, len(o.Services)), map[string]int32{}
	for i := range o.Services {
		seff := o.Services[i].SEFF
		first, known := of[seff]
		if !known || seff == "" {
			first = int32(i)
			of[seff] = first
		}
		all[i] = first
	}
	return all
}
