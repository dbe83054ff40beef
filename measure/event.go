package measure

import (
	"time"

	"beagle/model"
)

// EventKind tells what happened in the measured program.
type EventKind uint8

// The kinds of events. Events of one thread arrive in the order in which they happened.
const (
	ServiceEntered    EventKind = iota + 1 // a service begins; its ParameterCaptured events follow
	ServiceLeft                            // it ends, also by an exception
	ParameterCaptured                      // one characterisation of one parameter of the service or call
	CallEntered                            // arguments were evaluated; ParameterCaptured events follow
	CallLeft                               // the call returned; ParameterCaptured events may follow
	DemandCaptured                         // a demand section was executed completely: Wall, CPU
	SectionEntered                         // a branch or loop body begins
	SectionLeft                            // a branch or loop body ends
	LoopCounted                            // Count executions of the body in one execution of the loop
)

// Event is one measurement event.
type Event struct {
	Kind    EventKind              // what happened; says which of the other fields count
	Char    model.Characterisation // ParameterCaptured
	Launch  int32                  // number of the launch
	Thread  int64                  // thread (or record stream) within the launch
	Section int32                  // index into Order.Sections; Service*: index into Order.Services
	Index   int32                  // ParameterCaptured: position of the parameter; -1: the return value. ServiceEntered: 1 more than the index in Order.Services of the one that called it, where probes that sample left out that execution; 0: it is the one entered before that was not left
	Time    int64                  // ns, monotonic within the launch; 0: unknown
	Wall    int64                  // DemandCaptured, ServiceLeft: ns on the clock, without probes; ServiceLeft: 0 is unknown
	CPU     int64                  // DemandCaptured: ns of thread CPU time; -1: not measured
	Away    int64                  // DemandCaptured without CPU time, ServiceLeft: ns of Wall for which the thread is known to have had no processor
	Nested  int32                  // DemandCaptured, ServiceLeft: probes that ran inside, for the correction of overhead
	Count   int64                  // LoopCounted; ServiceLeft: ns from its entry for which probes read its parameters, in no other time
	Value   model.Value            // ParameterCaptured
	Weight  float64                // observations that the event stands for when probes sample; 0 means 1
}

// mostBetweenClocks is by how much wall time may exceed CPU time where the thread had its processor all the time.
const mostBetweenClocks = 20_000 // ns

// Processing is the time of a demand for which its thread had a processor, in ns.
func (e *Event) Processing(short bool) int64 {
	switch {
	case e.CPU < 0:
		return e.Wall - e.Away
	case short && e.Wall-e.CPU <= mostBetweenClocks:
		return e.Wall
	}
	return e.CPU
}

// Replayed is the thread of records that are told again at the end of a launch, for executions behind the last record
// of their probe.
const Replayed int64 = -1 << 32

// Sink receives events. It must be quick and never block on a screen.
type Sink interface {
	Events(batch []Event) // the slice is reused after the call
}

// Source is where records come from during a launch, and how it is: one connection of the measured program.
type Source struct {
	Name       string    `json:"name"`                 // address of the peer
	Connected  time.Time `json:"connected,omitzero"`   // when the connection was made
	LastRecord time.Time `json:"last_record,omitzero"` // when the latest record came; zero: none did
	Ended      bool      `json:"ended,omitempty"`      // the connection is closed
	Records    int64     `json:"records"`              // records so far
	Unknown    int64     `json:"unknown,omitempty"`    // records of classes that nobody knows
	Classes    []string  `json:"classes,omitempty"`    // the first of these classes
	Broken     int64     `json:"broken,omitempty"`     // damaged places
	Lost       int64     `json:"lost,omitempty"`       // sent but not received; known when the program has ended
	Cut        bool      `json:"cut,omitempty"`        // it ended without the mark of its end, so records may be lost
}

// Watched is a Preparation that can tell how the sources of the launch in flight are, or of the latest one. It is
// asked from any goroutine.
type Watched interface {
	Sources() []Source // one for each connection or file that records come from
}
