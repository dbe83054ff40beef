// Package wire is what Beagle and an extension say to each other.
package wire

import (
	"encoding/json"
	"math"
	"strconv"
)

// Protocol is the version of the protocol.
const Protocol = 1

// Point is a place where an extension can take part.
type Point string

// The points.
const (
	Analyser Point = "analyser" // proposes expressions from measurements, or improves others' proposals
	Fitness  Point = "fitness"  // grades proposals for the judge
	Notifier Point = "notifier" // is told when a run has ended
	Reporter Point = "reporter" // writes a run's result in a form of its own
	Tool     Point = "tool"     // measures programs
	Language Point = "language" // reads sources
	Adapter  Point = "adapter"  // reads and changes models
)

// Points are all points, in the order in which people should see them.
var Points = []Point{Analyser, Fitness, Notifier, Reporter, Tool, Language, Adapter}

// The methods of the protocol.
const (
	Initialize    = "initialize"       // the first request: who is there, and what the extension can do
	Propose       = "analyser/propose" // expressions for an element
	Grade         = "fitness/grade"    // how good proposals are
	Notify        = "notifier/notify"  // an analysis has ended
	Report        = "reporter/report"  // a report of a run
	PrepareOrder  = "tool/prepare"     // a tool is told what is to be measured
	PrepareLaunch = "tool/launch"      // a tool makes ready for one launch
	Methods       = "language/methods" // methods and statements of a source
	ReadModel     = "adapter/read"     // services and elements of a model
	SayInModel    = "adapter/say"      // an expression as the model says it
	JudgeText     = "adapter/judge"    // whether a text can stand in the model
	ChangeModel   = "adapter/change"   // where the file changes with new values
	Progress      = "progress"         // how far the extension is
	Cancel        = "cancel"           // the answer to a request is not wanted any more
)

// Numbers are values of a column. What was not observed is NaN, and null in JSON.
type Numbers []float64

// MarshalJSON writes the numbers.
func (n Numbers) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 2+8*len(n))
	b = append(b, '[')
	for i, x := range n {
		if i > 0 {
			b = append(b, ',')
		}
		if math.IsNaN(x) || math.IsInf(x, 0) {
			b = append(b, "null"...)
		} else {
			b = strconv.AppendFloat(b, x, 'g', -1, 64)
		}
	}
	return append(b, ']'), nil
}

// UnmarshalJSON reads the numbers.
func (n *Numbers) UnmarshalJSON(data []byte) error {
	var list []*float64
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	*n = make(Numbers, len(list))
	for i, x := range list {
		if (*n)[i] = math.NaN(); x != nil {
			(*n)[i] = *x
		}
	}
	return nil
}

// InitializeParams begin a conversation.
type InitializeParams struct {
	Protocol   int    `json:"protocol" doc:"version of the protocol that Beagle speaks"`
	Beagle     string `json:"beagle" doc:"version of Beagle"`
	MaxMessage int    `json:"max_message" doc:"most bytes of a line"`
}

// InitializeResult says what the extension can do. Name, version and points must be those of its manifest.
type InitializeResult struct {
	Protocol int       `json:"protocol" doc:"version of the protocol that the extension speaks"`
	Name     string    `json:"name"`    // must be that of the manifest
	Version  string    `json:"version"` // of the extension
	Points   []Point   `json:"points"`  // what it extends
	Analyser *Analyses `json:"analyser,omitempty" doc:"point analyser only"`
	Language *Reads    `json:"language,omitempty" doc:"point language only"`
	Adapter  *Adapts   `json:"adapter,omitempty" doc:"point adapter only"`
}

// Analyses says what an analyser works on.
type Analyses struct {
	Kinds    []string `json:"kinds,omitempty" doc:"kinds of elements: internal-action, loop, branch, call-parameter; none: all"`
	Improves []string `json:"improves,omitempty" doc:"names of analysers whose proposals it improves; none: it proposes from measurements"`
}

// Reads says which files a language's sources are.
type Reads struct {
	Suffixes []string `json:"suffixes" doc:"what names of sources end in, such as .py"`
	Paths    []string `json:"paths" doc:"where the source of a unit lies below a source folder, the likeliest first: {unit} stands for its name with / for each dot, e.g. {unit}.py"`
}

// ProgressParams say how far a request has come. A request has a deadline, which progress does not move.
type ProgressParams struct {
	Text string `json:"text" doc:"one line for people"`
}

// CancelParams name a request whose answer nobody waits for any more. It should be answered nevertheless, soon, with
// an error.
type CancelParams struct {
	ID int64 `json:"id"` // of the request that nobody waits for any more
}

// Problem is something a person should know.
type Problem struct {
	Severity string `json:"severity" doc:"info, warning or error"`
	Message  string `json:"message" doc:"one sentence without full stop"`
	Hint     string `json:"hint,omitempty" doc:"what to do"`
	File     string `json:"file,omitempty"` // path of the file that it is about
	Line     int    `json:"line,omitempty" doc:"from 1"`
	Element  string `json:"element,omitempty" doc:"id of the element concerned"`
}

// Element is the SEFF element that a request is about.
type Element struct {
	ID          string   `json:"id"` // the element's id within the analysis
	Kind        string   `json:"kind" doc:"internal-action, loop, branch or call-parameter"`
	Name        string   `json:"name,omitempty"`      // entityName of the action
	Component   string   `json:"component,omitempty"` // entityName of the component
	Service     string   `json:"service,omitempty"`   // name of the described signature
	Transitions []string `json:"transitions,omitempty" doc:"branch only: names of its transitions"`
}

// Column is a variable and its values, one a row.
type Column struct {
	Variable string   `json:"variable" doc:"as expressions name it, e.g. files.NUMBER_OF_ELEMENTS"`
	Kind     string   `json:"kind" doc:"number, bool (0 and 1) or text (indexes into levels)"`
	Levels   []string `json:"levels,omitempty"` // texts that values of kind text are indexes into
	Values   Numbers  `json:"values"`           // one a row; null: not observed
}

// Data are the measurements of one element, made ready for learning.
type Data struct {
	Columns []Column `json:"columns" doc:"what expressions may use"`
	Target  Numbers  `json:"target" doc:"what is to be explained; internal-action: seconds; loop: iterations; branch: index of the transition"`
	Weight  Numbers  `json:"weight" doc:"observations behind each row"`
	Noisy   bool     `json:"noisy" doc:"the target scatters; else it is exact"`
	Noise   *float64 `json:"noise,omitempty" doc:"relative standard deviation of one observation, where known"`
	LeftOut int      `json:"left_out,omitempty" doc:"rows beyond the limit of a message, evenly left out"`
}

// Proposal is an expression for an element, or for a branch what each of its transitions depends on.
type Proposal struct {
	Expression string       `json:"expression,omitempty" doc:"StoEx over the columns' variables; not for a branch"`
	Branches   []Transition `json:"branches,omitempty" doc:"branch only: one for each transition, in their order"`
	Why        string       `json:"why,omitempty" doc:"one sentence for people"`
	Analyser   string       `json:"analyser,omitempty" doc:"to the extension: who proposed it"`
}

// Transition is a guard or a probability.
type Transition struct {
	Guard       string   `json:"guard,omitempty" doc:"StoEx that is true or false; all transitions of a branch have one, or none has"`
	Probability *float64 `json:"probability,omitempty" doc:"without a guard; they sum to 1"`
}

// ProposeParams are one turn of an analyser on one element.
type ProposeParams struct {
	Element   Element    `json:"element"` // that proposals are wanted for
	Data      Data       `json:"data"`    // its measurements
	Proposals []Proposal `json:"proposals,omitempty" doc:"those of the analysers that this one improves"`
	Seed      uint64     `json:"seed" doc:"of what is random: the same request has the same answer"`
}

// ProposeResult are an analyser's proposals, the best first.
type ProposeResult struct {
	Proposals []Proposal `json:"proposals" doc:"at most 64"`
}

// Graded is a proposal that is to be graded.
type Graded struct {
	Text  string  `json:"text" doc:"the expression; a branch's guards one a line"`
	Error float64 `json:"error" doc:"relative error on the data"`
	Size  int     `json:"size" doc:"nodes"`
	Depth int     `json:"depth" doc:"of the expression's tree"`
	Cost  float64 `json:"cost" doc:"description length of the expression alone, nats"`
}

// GradeParams are proposals for one element.
type GradeParams struct {
	Kind      string   `json:"kind" doc:"kind of the element"`
	Proposals []Graded `json:"proposals"` // to be graded, at least one
}

// GradeResult are the grades.
type GradeResult struct {
	Fitness Numbers `json:"fitness" doc:"one for each proposal, in their order; lower is better; null: unsuitable"`
}

// NotifyParams say that a run has ended.
type NotifyParams struct {
	Run    string `json:"run"` // id of the run
	State  string `json:"state" doc:"finished, aborted or failed"`
	Reason string `json:"reason"` // why it ended, in words
	Model  string `json:"model" doc:"path of the model"`
}

// NotifyResult is empty.
type NotifyResult struct{}

// ReportParams hold a run's result, as "beagle run --output json" prints it.
type ReportParams struct {
	Result json.RawMessage `json:"result" doc:"see the page of beagle run --output json"`
}

// ReportResult is a file.
type ReportResult struct {
	Text string `json:"text" doc:"the file's content"`
}
