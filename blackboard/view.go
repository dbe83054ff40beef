package blackboard

import "beagle/model"

// What each kind of tool may do on the blackboard is kept by the compiler. Measuring gets a MeasurementView, which
// knows no proposals. An analyser gets no view but a Pass, with the one element that it works on (package analyser),
// and the judge a judge.View, which only reads: the loop contributes what they return.

// Reader reads what the lower layers hold.
type Reader interface {
	Elements() []model.Element            // of the analysis, in the model's order; must not be changed
	Table(model.ElementID) *model.Table   // never nil; must not be changed
	Observations(model.ElementID) int64   // how many there were, also those that Table does not keep
	Proposals(model.ElementID) []Proposal // in the order in which they were made; must not be changed
	State(key string, into any) error     // a tool's private state; leaves into alone where there is none
}

// MeasurementView is what measuring reads, and contributes through.
type MeasurementView interface {
	Elements() []model.Element          // as of Reader
	Table(model.ElementID) *model.Table // never nil; must not be changed
	Observations(model.ElementID) int64 // as of Reader
	ToMeasure() []model.ElementID       // those that are to be measured now
	State(key string, into any) error   // as of Reader

	AddResults(model.ElementID, []Observation) // what was observed of an element; values that nothing can be learnt from are refused
	Observed(id model.ElementID, n int64)      // so many more that are not among the results
	Measure(...model.ElementID)                // to be measured again
	Measured(...model.ElementID)               // no longer to be measured
	Problem(...model.Problem)                  // what a person should know
	SetState(key string, value any) error      // keeps a tool's private state, which must be sayable in JSON
}

// Observation is one measured value with the parameterisation it was measured under.
type Observation struct {
	Inputs  []Assignment // at most one assignment a variable; variables that are missing were not observed
	Value   model.Value  // what was measured, in the element's unit; None is refused
	Weight  float64      // observations that it stands for; 0 means 1
	Records float64      // exact quantities: that were recorded of these; 0: all of them
	Launch  int32        // number of the launch
	Seq     int64        // order of observation within the launch
}

// Assignment is one variable's value.
type Assignment struct {
	Variable model.Variable // whose value it is
	Value    model.Value    // what it was; None: a null reference
}
