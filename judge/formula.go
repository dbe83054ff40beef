package judge

import (
	"fmt"
	"math"

	"github.com/casbin/govaluate"

	"beagle/analysers/fit"
	"beagle/blackboard"
	"beagle/model/expression"
)

// Formula is a user's own fitness: a formula over error (relative error on the
// data), size (nodes), depth (of the expression tree) and cost (description
// length of the expression alone, nats); lower is better.
type Formula struct {
	text string
	eval *govaluate.EvaluableExpression
}

// ParseFormula checks a formula, also by trying it. An empty text is no
// formula: nil.
func ParseFormula(text string) (*Formula, error) {
	if text == "" {
		return nil, nil
	}
	if len(text) > 4096 {
		return nil, fmt.Errorf("the fitness formula has %d characters; at most 4096 are read", len(text))
	}
	eval, err := govaluate.NewEvaluableExpression(text)
	if err != nil {
		return nil, fmt.Errorf("the fitness formula %q cannot be read: %w", text, err)
	}
	for _, name := range eval.Vars() {
		switch name {
		case "error", "size", "depth", "cost":
		default:
			return nil, fmt.Errorf("the fitness formula %q uses %q; it may use error, size, depth and cost", text, name)
		}
	}
	f := &Formula{text, eval}
	if _, err := f.value(0.1, 3, 2, 5); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *Formula) value(relativeError, size, depth, cost float64) (float64, error) {
	result, err := f.eval.Evaluate(map[string]any{"error": relativeError, "size": size, "depth": depth, "cost": cost})
	if err != nil {
		return math.Inf(1), fmt.Errorf("the fitness formula %q cannot be evaluated: %w", f.text, err)
	}
	x, ok := result.(float64)
	if !ok {
		return math.Inf(1), fmt.Errorf("the fitness formula %q yields %T, not a number", f.text, result)
	}
	if math.IsNaN(x) {
		x = math.Inf(1)
	}
	return x, nil
}

func (f *Formula) apply(data *fit.Data, proposals []blackboard.Proposal, grades []blackboard.Grade) {
	for i, p := range proposals {
		if math.IsInf(grades[i].Fitness, 1) {
			continue
		}
		depth := expression.Depth(p.Expression)
		var cost float64
		if p.Expression != nil {
			cost = fit.Length(p.Expression, len(data.Columns), data.Points())
		} else {
			cost = branchLength(data, p.Branches)
			for _, b := range p.Branches {
				depth = max(depth, expression.Depth(b.Guard))
			}
		}
		fitness, err := f.value(grades[i].RelativeError, float64(grades[i].Size), float64(depth), cost)
		if err != nil {
			fitness, grades[i].Reason = math.Inf(1), "refused: "+err.Error()
		}
		grades[i].Fitness = fitness
	}
}
