package judge

import (
	"fmt"
	"math"

	"beagle/blackboard"
	"beagle/internal/formula"
	"beagle/model"
	"beagle/statistics/dataset"
)

// Formula is a user's own fitness: a formula over error (relative error on the data),
// size (nodes), depth (of the expression tree) and cost (description length of the
// expression alone, nats); lower is better.
//
// It may also be the name of one of Measures. nil is no formula: the description length
// counts.
type Formula struct {
	read    *formula.Formula
	measure Measure // in place of a formula
}

// ParseFormula checks a formula, also by trying it: it must read, use what there
// is, yield finite numbers and not prefer larger errors. An empty text is no
// formula: nil.
func ParseFormula(text string) (*Formula, error) {
	if text == "" {
		return nil, nil
	}
	if measure, err := Measures.Get(text); err == nil {
		return &Formula{measure: measure}, nil
	}
	read, err := formula.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("the fitness formula %s %w", formula.Quoted(text), err)
	}
	f := &Formula{read: read}
	for _, name := range read.Names() {
		switch name {
		case "error", "size", "depth", "cost":
		default:
			return nil, fmt.Errorf("the fitness formula %s uses %q; it may use error, size, depth and cost", f.read, name)
		}
	}
	if len(read.Names()) == 0 {
		return nil, fmt.Errorf("the fitness formula %s is the same for every expression; it may use error, size, depth and cost", f.read)
	}
	// Try it where fitness is asked: for small and large expressions with small and large
	// errors.
	for _, size := range []float64{1, 3, 15} {
		last := math.Inf(-1)
		for _, relativeError := range []float64{0.01, 0.1, 0.5} {
			x, err := f.value(relativeError, size, 1+size/5, 2*size)
			if err != nil {
				return nil, err
			}
			if math.IsInf(x, 0) {
				return nil, fmt.Errorf("the fitness formula %s yields no finite number for an expression of %g nodes with an error of %g", f.read, size, relativeError)
			}
			if x < last {
				return nil, fmt.Errorf("the fitness formula %s prefers larger errors; lower is better", f.read)
			}
			last = x
		}
	}
	return f, nil
}

// Text is what ParseFormula reads; false: the fitness is no formula, but one of
// Measures.
func (f *Formula) Text() (string, bool) {
	switch {
	case f == nil:
		return "", true
	case f.read == nil:
		return "", false
	}
	return f.read.Text(), true
}

// value evaluates the formula; what is no number, and minus infinity, counts as unsuitable (+Inf). Errors
// are those of the formula's evaluation.
func (f *Formula) value(relativeError, size, depth, cost float64) (float64, error) {
	result, err := f.read.Eval(map[string]any{"error": relativeError, "size": size, "depth": depth, "cost": cost})
	if err != nil {
		return math.Inf(1), fmt.Errorf("the fitness formula %s %w", f.read, err)
	}
	x, ok := result.(float64)
	if !ok {
		return math.Inf(1), fmt.Errorf("the fitness formula %s yields a %T, not a number", f.read, result)
	}
	if math.IsNaN(x) || math.IsInf(x, -1) { // no pole is the best fitness
		x = math.Inf(1)
	}
	return x, nil
}

// apply grades proposals in place of the description length. Where the measure fails, the
// description length stays, and the error says so. Proposals that are unsuitable by the
// description length stay so.
func (f *Formula) apply(kind model.Kind, data *dataset.Data, proposals []blackboard.Proposal, grades []blackboard.Grade) error {
	var rated []Rated
	var places []int
	for i, p := range proposals {
		if !math.IsInf(grades[i].Fitness, 1) {
			rated, places = append(rated, rate(data, &p, &grades[i])), append(places, i)
		}
	}
	if f.measure != nil {
		return f.measured(kind, rated, places, grades)
	}
	for k, i := range places {
		r := &rated[k]
		fitness, err := f.value(r.Error, float64(r.Size), float64(r.Depth), r.Cost)
		switch {
		case err != nil:
			fitness, grades[i].Refused = math.Inf(1), err.Error()
		case math.IsInf(fitness, 1):
			grades[i].Refused = "the fitness formula yields no finite number for it"
		}
		grades[i].Fitness = fitness
	}
	return nil
}
