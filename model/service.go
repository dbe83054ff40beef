package model

// Service is what a service effect specification (SEFF) describes: one service of a component.
type Service struct {
	SEFF      string  // id of the SEFF
	Name      string  // of the described signature
	Component string  // name of the component
	Inputs    []Input // parameters of the signature
	Line      int     // of the SEFF in the model file, 1-based
}

// Step is one step of a behaviour and the behaviours inside it, in the order in which they run.
type Step struct {
	ID, Name string      // id and entityName of the action in the model file; Name may be empty
	Kind     StepKind    // what source code shows of it
	Callee   string      // StepCall: name of the called signature
	Inner    []Behaviour // StepLoop: the body, one behaviour; StepBranch: one for each transition in file order; else nil
}

// Behaviour is a loop's body, or what one transition of a branch leads to.
type Behaviour struct {
	ID    string // id of the behaviour in the model file: the key by which links name it
	Steps []Step // in the order in which they run; empty where the behaviour does nothing
}

// StepKind tells the steps of a behaviour apart, as far as source code shows them.
type StepKind uint8

// The kinds of steps.
const (
	StepOther    StepKind = iota // set variable, acquire, fork, ...
	StepInternal                 // an internal action
	StepCall                     // an external call
	StepLoop                     // a loop or collection iterator
	StepBranch                   // a branch
)
