package run

import (
	"math"
	"strings"

	"beagle/internal/quantity"
)

// Evidence is how well a proposal stands examination: what a person needs to trust or distrust it. Errors are medians
// of relative errors; nil: too few points to say.
type Evidence struct {
	Rows          int        `json:"rows"`                    // that were kept and used, without warm-up and holes
	Points        int        `json:"points"`                  // distinct parameterisations among them
	Training      *float64   `json:"training,omitempty"`      // see Errors
	Validation    *float64   `json:"validation,omitempty"`    // points predicted by fits to other points
	Extrapolation *float64   `json:"extrapolation,omitempty"` // the fifth with the largest predictions, predicted from the rest
	Intervals     []Interval `json:"intervals,omitempty"`     // of the fitted numbers, in the order of the text
	Against       string     `json:"against,omitempty"`       // how it stands beside its rivals
	Mean          *Mean      `json:"mean,omitempty"`          // of times: how measured totals relate to it

	// Of decisions, whose errors are the shares that are said wrongly; what is left
	// out is predicted by rules learnt from the rest.
	Frequent    *Errors              `json:"frequent,omitempty"`    // of always saying the most frequent choice
	Brier       *Errors              `json:"brier,omitempty"`       // of probabilities: half of Brier's score
	Transitions []TransitionEvidence `json:"transitions,omitempty"` // of a branch, in the element's order
}

// Errors are those on all data, on inputs that were left out, and on the largest
// fifth, predicted from the rest; nil: too few points to say.
type Errors struct {
	// Training: median relative error on the points that it was fitted to; of a branch the share of decisions
	// said wrongly
	Training      *float64 `json:"training"`
	Validation    *float64 `json:"validation"`    // the same on points that were left out, each in turn
	Extrapolation *float64 `json:"extrapolation"` // the same on the fifth with the largest predictions, predicted from the rest
}

// TransitionEvidence is how often a branch transition was taken, how often the proposal says so, and where its share
// of all executions lies with a probability of 90 %.
type TransitionEvidence struct {
	Taken float64 `json:"taken"` // executions that took it
	Right float64 `json:"right"` // of these, those for which the proposal says so
	Low   float64 `json:"low"`   // lower end of its share of all executions, 0 to 1
	High  float64 `json:"high"`  // upper end of its share, 0 to 1
}

// Interval is where a fitted number lies with a probability of 90 %.
type Interval struct {
	Value float64 `json:"value"` // the number as it is written, in its own unit
	Low   float64 `json:"low"`   // lower end, in the unit of Value
	High  float64 `json:"high"`  // upper end, in the unit of Value
}

// Finite is a number that JSON can carry; a refused proposal's fitness is as large as a number can be.
func Finite(x float64) float64 {
	switch {
	case math.IsNaN(x), math.IsInf(x, 1):
		return math.MaxFloat64
	case math.IsInf(x, -1):
		return -math.MaxFloat64
	}
	return x
}

// Trust is in a word what a person should do with the expression of an element.
type Trust string

// The words, from nothing to do to nothing there.
const (
	Trusted     Trust = "trust"        // nothing speaks against it
	Check       Trust = "check"        // read the warnings, and look at the picture, first
	MeasureMore Trust = "measure more" // the measurements do not decide it
	NotYet      Trust = "not yet"      // there is no expression
)

// Trusts are all verdicts, in that order.
var Trusts = []Trust{Trusted, Check, MeasureMore, NotYet}

// Trust says what to do with the element's best expression.
func (e *ElementState) Trust() Trust {
	switch {
	case e.Best == nil:
		return NotYet
	case e.Undecided != "", tooLittle[e.Finding]:
		return MeasureMore
	case e.Optimal && len(e.Warnings) == 0 && e.Below == "":
		return Trusted
	default:
		return Check
	}
}

// Verdicts says how many elements have which verdict.
type Verdicts map[Trust]int

// VerdictsOf counts elements by their verdicts.
func VerdictsOf(elements []ElementState) Verdicts {
	v := Verdicts{}
	for i := range elements {
		v[elements[i].Trust()]++
	}
	return v
}

// String lists the counts in the order of Trusts: "9 trust, 7 check"; empty: there is no element.
func (v Verdicts) String() string {
	var parts []string
	for _, verdict := range Trusts {
		if n := v[verdict]; n > 0 {
			parts = append(parts, quantity.Count(int64(n))+" "+string(verdict))
		}
	}
	return strings.Join(parts, ", ")
}

// Result is an analysis that has ended in one line: the verdicts on its elements, unless nothing was learnt, and the
// reason why it ended.
func Result(v Verdicts, reason string) string {
	if counts := v.String(); v[Trusted]+v[Check]+v[MeasureMore] > 0 {
		return strings.TrimSuffix(counts+"; "+reason, "; ")
	}
	return reason
}

// tooLittle are the findings of the judge that more measurements would change.
var tooLittle = map[string]bool{
	"one observation": true, "few observations": true, "as many numbers as inputs": true, "much scatter": true, "replicates are copies": true, "always the same decision": true,
}
