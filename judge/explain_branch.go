package judge

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/analysers/rules"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// Transition is how often a branch transition was taken, and what the
// description said of these decisions.
type Transition struct {
	Taken     float64 // executions
	Right     float64 // of these, said so by the description
	Low, High float64 // where the share of all executions lies with a probability of 90 %
}

// Errors are shares of decisions that are said wrongly, or distances from them: on
// all points, on points that were left out, and on the largest fifth, as in
// Explanation.
type Errors struct {
	Training, Validation, Extrapolation float64 // shares from 0 to 1; NaN: too few points to say
}

// ExplainBranch examines the description of a decision on its measurements. Errors are
// the shares of decisions that it says wrongly. Unlike the form of a number, the
// questions of a guard are not taken as given but learnt anew from the rest, since a tree
// that is grown far enough meets everything that it saw. The error is predict's. What the
// context leaves no time for stays unknown.
func ExplainBranch(ctx context.Context, d *dataset.Data, branches []blackboard.BranchProposal) (Explanation, error) {
	e := Explanation{Observations: d.Observations, Points: d.Points(), Training: math.NaN(), Validation: math.NaN(), Extrapolation: math.NaN()}
	if len(d.Y) == 0 {
		return e, nil
	}
	predicted, guarded, err := predict(d, branches)
	if err != nil {
		return e, err
	}
	e.Transitions = make([]Transition, len(branches))
	all := 0.0
	for row, y := range d.Y {
		t := &e.Transitions[int(y)]
		all += d.Weight[row]
		t.Taken += d.Weight[row]
		if predicted[row] == int(y) {
			t.Right += d.Weight[row]
		}
	}
	for i := range e.Transitions {
		t := &e.Transitions[i]
		t.Low, t.High = shareInterval(t.Taken, all)
	}
	x := leftOut{data: d, classes: len(branches), asked: func(model.Variable) bool { return true }}
	if guarded {
		x.asked, x.again = askedBy(branches), rules.NewAgain(d, len(branches))
	}
	x.explain(ctx, &e, predicted)
	return e, nil
}

// askedBy reports whether a variable occurs in a guard.
func askedBy(branches []blackboard.BranchProposal) func(model.Variable) bool {
	var all []model.Variable
	for _, b := range branches {
		if b.Guard != nil {
			all = append(all, expression.Variables(b.Guard)...)
		}
	}
	return func(v model.Variable) bool { return slices.Contains(all, v) }
}

// explainLabels examines an expression for a text or a truth value, which is a
// decision between values.
func explainLabels(ctx context.Context, e *Explanation, d *dataset.Data, n expression.Node) error {
	labels, err := dataset.Labels(n, d)
	if err != nil {
		return err
	}
	said := make([]int, len(labels))
	for i, x := range labels {
		said[i] = int(x)
	}
	variables := expression.Variables(n)
	x := leftOut{data: d, classes: max(len(d.Target.Levels), 2)}
	x.asked = func(v model.Variable) bool { return slices.Contains(variables, v) }
	if _, passed := n.(expression.Variable); passed || len(variables) == 0 {
		x.given = said // there is nothing that other data would say otherwise
	} else {
		x.again = rules.NewAgain(d, x.classes)
	}
	x.explain(ctx, e, said)
	return nil
}

// shareInterval is Wilson's score interval of 90 % for a share (Wilson, "Probable
// inference, the law of succession, and statistical inference", JASA 1927). all is
// positive; both ends lie from 0 to 1.
func shareInterval(taken, all float64) (low, high float64) {
	z := distuv.UnitNormal.Quantile(0.95)
	p := taken / all
	middle := p + z*z/(2*all)
	half := z * math.Sqrt(p*(1-p)/all+z*z/(4*all*all))
	scale := 1 + z*z/all
	return max(0, (middle-half)/scale), min(1, (middle+half)/scale)
}
