package kept

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"

	"beagle/compare"
	"beagle/cost"
	"beagle/internal/quantity"
	"beagle/judge"
	"beagle/model"
	"beagle/run"
)

// Course is what a method cost, the oldest commit first.
type Course struct {
	Method  string   `json:"method"`  // with its parameters' types
	Results []Result `json:"results"` // of results without a repository the oldest first
}

// Result is what a method cost at a commit.
type Result struct {
	Commit    string    `json:"commit,omitempty"`   // whole; ends in -dirty where the working tree differed; absent: there was no repository
	Committed time.Time `json:"committed,omitzero"` // absent: there was no repository
	Depth     int       `json:"depth,omitempty"`    // commits in its history, which orders those of one second
	Measured  time.Time `json:"measured"`           // when it was kept
	StoEx     string    `json:"stoex,omitempty"`    // absent: StoEx cannot say the formula
	Formula   string    `json:"formula"`            // for people
	Grows     string    `json:"grows"`              // how the cost grows with its inputs
	Verdict   run.Trust `json:"verdict"`            // how far the formula is trusted
	At        []Cost    `json:"at"`                 // at the same inputs as the result that was kept before
	Change    *Change   `json:"change,omitempty"`   // against the result before; absent: none beyond chance, or they cannot be compared
}

// Cost is the mean cost at some inputs in CPU seconds a call, with its 90 % interval over launches.
type Cost struct {
	Inputs map[string]any `json:"inputs"`
	Mean   model.Figure   `json:"mean"`
	Low    model.Figure   `json:"mean_low"`
	High   model.Figure   `json:"mean_high"`
}

// Change is how a method's cost differs from an earlier one by more than chance makes of it in one of a hundred comparisons.
type Change struct {
	Of     string         `json:"of"`     // "form" where both formulas grow in other ways, else "coefficients"
	Ratio  float64        `json:"ratio"`  // of the costs, where they differ most
	Inputs map[string]any `json:"inputs"` // where they differ most
	Before model.Figure   `json:"before"` // cost there
	After  model.Figure   `json:"after"`  // cost there
}

// order sorts by commits, and says which result differs from the one before.
func (c *Course) order() {
	slices.SortStableFunc(c.Results, func(a, b Result) int { return cmp.Or(a.Committed.Compare(b.Committed), a.Depth-b.Depth) })
	for i := 1; i < len(c.Results); i++ {
		c.Results[i].Change = Between(&c.Results[i-1], &c.Results[i])
	}
}

// Between is how a later result differs from an earlier one; nil: not beyond chance, or their inputs differ.
func Between(before, after *Result) (found *Change) {
	if len(before.At) != len(after.At) {
		return nil
	}
	most := 0.0
	for i := range after.At {
		was, now := &before.At[i], &after.At[i]
		if !reflect.DeepEqual(was.Inputs, now.Inputs) {
			return nil
		}
		if a, b := was.interval(), now.interval(); !cost.Slower(a, b) && !cost.Slower(b, a) {
			continue
		}
		ratio := float64(now.Mean / was.Mean)
		if far := math.Abs(math.Log(ratio)); far > most {
			most, found = far, &Change{Of: compare.ChangedNumbers, Ratio: ratio, Inputs: now.Inputs, Before: was.Mean, After: now.Mean}
		}
	}
	if found != nil && before.Grows != after.Grows && before.Verdict != run.MeasureMore && after.Verdict != run.MeasureMore {
		found.Of = compare.ChangedForm
	}
	return found
}

func (c *Cost) interval() judge.Interval {
	return judge.Interval{Value: float64(c.Mean), Low: float64(c.Low), High: float64(c.High)}
}

// Words say the change in a line.
func (c *Change) Words() string {
	words := fmt.Sprintf("%s changed: %s, then %s (%.3g times)", c.Of, quantity.Seconds(float64(c.Before)), quantity.Seconds(float64(c.After)), c.Ratio)
	if len(c.Inputs) > 0 {
		words += " at " + quantity.Inputs(c.Inputs)
	}
	return words
}
