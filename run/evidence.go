package run

import (
	"fmt"
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

	// Of decisions, whose errors are the shares that are said wrongly; what is left out is predicted by rules learnt
	// from the rest.
	Frequent    *Errors              `json:"frequent,omitempty"`    // of always saying the most frequent choice
	Brier       *Errors              `json:"brier,omitempty"`       // of probabilities: half of Brier's score
	Transitions []TransitionEvidence `json:"transitions,omitempty"` // of a branch, in the element's order
}

// Errors are those on all data, on inputs that were left out, and on the largest fifth, predicted from the rest; nil:
// too few points to say.
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

func (v Verdicts) String() string {
	var parts []string
	for _, verdict := range Trusts {
		if n := v[verdict]; n > 0 {
			parts = append(parts, quantity.Count(int64(n))+" "+string(verdict))
		}
	}
	return strings.Join(parts, ", ")
}

// Result is an analysis that has ended in one line: the verdicts on its elements, unless nothing was learnt.
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

// Mean is how measured totals relate to an expression that was found by typical observations.
type Mean struct {
	Ratio        float64      `json:"ratio"`             // measured total by what the typical observation says
	Low          float64      `json:"low"`               // its interval of 90 %
	High         float64      `json:"high"`              //
	Calibrated   bool         `json:"calibrated"`        // what is proposed was set to the measured totals
	Varies       bool         `json:"varies,omitempty"`  // the ratio depends on the size: the mean has another form than the median
	Settled      bool         `json:"settled,omitempty"` // only the second half of each launch counts: the first was slower, and ...
	Early        float64      `json:"early,omitempty"`   // ... how many times as long it took
	Observations int          `json:"observations"`      // that count
	Largest      float64      `json:"largest"`           // share of the measured total that one observation holds
	Regions      []MeanRegion `json:"regions,omitempty"` // the same by size of what is said
}

// MeanRegion is the ratio where the expression says so much.
type MeanRegion struct {
	From  float64 `json:"from"`  // lower end of the modelled values in it, in the element's unit
	To    float64 `json:"to"`    // upper end of the modelled values in it
	Ratio float64 `json:"ratio"` // measured by modelled total; 1: they agree
	Low   float64 `json:"low"`   // lower end of the ratio's 90 % interval
	High  float64 `json:"high"`  // upper end of the ratio's 90 % interval
}

// Words says for people what the totals have to do with the expression; empty: nothing that matters.
func (m *Mean) Words() string {
	if m == nil {
		return ""
	}
	times := fmt.Sprintf("%.2f times (%.2f to %.2f)", m.Ratio, m.Low, m.High)
	said := ""
	switch {
	case m.Calibrated && math.Abs(m.Ratio-1) < 0.05: // a level that nobody has to look at
	case m.Calibrated && m.Varies:
		said = "the mean is " + times + " what is typical, more at some sizes than at others; the numbers are of the mean"
	case m.Calibrated:
		said = "the mean is " + times + " what is typical; the numbers are of the mean"
	case m.Largest > 0.1 && m.High > 1.25:
		said = fmt.Sprintf("one observation holds %s of the total: whether that happens again, more measurements must tell; the mean is %s what is typical", quantity.Percent(m.Largest), times)
	case m.High > 1.5:
		said = "the mean is badly known: " + times + " what is typical; measure more"
	}
	if m.Settled {
		late := fmt.Sprintf("the first half of each launch took %.2f times as long as the second and does not count", m.Early)
		said = strings.TrimPrefix(said+"; "+late, "; ")
	}
	return said
}
