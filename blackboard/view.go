package blackboard

import "beagle/model"

// The six views of the design document. A view that only reads is handed to
// CanContribute, the view that adds to Contribute, so that the compiler keeps
// the layers.

// ResultsReader reads elements and measurement results.
type ResultsReader interface {
	Elements() []model.Element
	Table(model.ElementID) *model.Table // never nil; must not be changed
	Seed() uint64                       // a seed of this contribution's own
	State(key string, into any) error   // the tool's private state; leaves into alone where there is none
}

// ResultAnalyserView is what a measurement result analyser contributes through.
type ResultAnalyserView interface {
	ResultsReader
	Propose(Proposal)
	Measure(...model.ElementID) // asks for more measurements
	SetState(key string, value any) error
}

// ProposalsReader also reads proposed expressions.
type ProposalsReader interface {
	ResultsReader
	Proposals(model.ElementID) []Proposal
}

// ProposalAnalyserView is what a proposed expression analyser contributes through.
type ProposalAnalyserView interface {
	ProposalsReader
	Propose(Proposal)
	Measure(...model.ElementID)
	SetState(key string, value any) error
}

// MeasurementReader is what the measurement controller reads.
type MeasurementReader interface {
	Elements() []model.Element
	ToMeasure() []model.ElementID
	State(key string, into any) error
}

// MeasurementView is what the measurement controller contributes through.
type MeasurementView interface {
	MeasurementReader
	AddResults(model.ElementID, []Observation)
	Measured(...model.ElementID) // no longer to be measured
	SetState(key string, value any) error
}

// Observation is one measured value with the parameterisation it was measured
// under.
type Observation struct {
	Inputs []Assignment // at most one assignment a variable; variables that are missing were not observed
	Value  model.Value  // what was measured, in the element's unit; None is refused
	Weight float64      // 0 means 1
	Launch int32        // number of the launch
	Seq    int64        // order of observation within the launch
}

// Assignment is one variable's value.
type Assignment struct {
	Variable model.Variable // whose value it is
	Value    model.Value    // what it was; None: a null reference
}
