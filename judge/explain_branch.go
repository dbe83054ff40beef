package judge

import (
	"math"

	"beagle/analysers/fit"
	"beagle/blackboard"
	"beagle/model"
)

// Transition is how often a branch transition was taken, and what the
// description said of these decisions.
type Transition struct {
	Taken     float64 // executions
	Right     float64 // of these, said so by the description
	Low, High float64 // where the share of all executions lies with a probability of 90 %
}

// ExplainBranch examines the description of a decision on its measurements.
// Training is the share of decisions that it says wrongly.
func ExplainBranch(table *model.Table, branches []blackboard.BranchProposal) (Explanation, error) {
	d := fit.Prepare(table, false)
	e := Explanation{Observations: d.Observations, Points: d.Points(), Training: math.NaN(), Validation: math.NaN(), Extrapolation: math.NaN()}
	if len(d.Y) == 0 {
		return e, nil
	}
	predicted, _, err := predict(d, branches)
	if err != nil {
		return e, err
	}
	e.Transitions = make([]Transition, len(branches))
	var all, right float64
	for row, y := range d.Y {
		t := &e.Transitions[int(y)]
		all += d.Weight[row]
		t.Taken += d.Weight[row]
		if predicted[row] == int(y) {
			t.Right += d.Weight[row]
			right += d.Weight[row]
		}
	}
	e.Training = 1 - right/all
	for i := range e.Transitions {
		t := &e.Transitions[i]
		t.Low, t.High = shareInterval(t.Taken, all)
	}
	return e, nil
}

// shareInterval is Wilson's score interval of 90 % (Wilson: Probable inference,
// the law of succession, and statistical inference, JASA 1927).
func shareInterval(taken, all float64) (low, high float64) {
	const z = 1.6449
	p := taken / all
	middle := p + z*z/(2*all)
	half := z * math.Sqrt(p*(1-p)/all+z*z/(4*all*all))
	scale := 1 + z*z/all
	return max(0, (middle-half)/scale), min(1, (middle+half)/scale)
}
