package judge

import (
	"fmt"
	"math"
	"strings"

	"github.com/casbin/govaluate"

	"beagle/blackboard"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// Formula is a user's own fitness: a formula over error (relative error on the
// data), size (nodes), depth (of the expression tree) and cost (description
// length of the expression alone, nats); lower is better.
type Formula struct {
	text string // in quotation marks, for messages
	eval *govaluate.EvaluableExpression
}

// functions are what a formula may call besides operators.
var functions = map[string]govaluate.ExpressionFunction{
	"sqrt": function("sqrt", math.Sqrt), "log": function("log", math.Log), "exp": function("exp", math.Exp),
	"min": pick("min", math.Min), "max": pick("max", math.Max),
}

func function(name string, of func(float64) float64) govaluate.ExpressionFunction {
	return func(arguments ...any) (any, error) {
		if len(arguments) == 1 {
			if x, ok := arguments[0].(float64); ok {
				return of(x), nil
			}
		}
		return nil, fmt.Errorf("%s needs one number", name)
	}
}

func pick(name string, of func(a, b float64) float64) govaluate.ExpressionFunction {
	return func(arguments ...any) (any, error) {
		if len(arguments) == 2 {
			a, isA := arguments[0].(float64)
			b, isB := arguments[1].(float64)
			if isA && isB {
				return of(a, b), nil
			}
		}
		return nil, fmt.Errorf("%s needs two numbers", name)
	}
}

// ParseFormula checks a formula, also by trying it: it must read, use what there
// is, yield finite numbers and not prefer larger errors. An empty text is no
// formula: nil.
func ParseFormula(text string) (*Formula, error) {
	if text == "" {
		return nil, nil
	}
	if len(text) > 4096 {
		return nil, fmt.Errorf("the fitness formula has %d characters; at most 4096 are read", len(text))
	}
	eval, err := govaluate.NewEvaluableExpressionWithFunctions(text, functions)
	f := &Formula{fmt.Sprintf("%q", shortened(text)), eval}
	if err != nil {
		return nil, fmt.Errorf("the fitness formula %s cannot be read: %s; it may use + - * / ** %% ( ), comparisons, a ? b : c, sqrt, log, exp, min and max", f.text, unread(err))
	}
	for _, name := range eval.Vars() {
		switch name {
		case "error", "size", "depth", "cost":
		default:
			return nil, fmt.Errorf("the fitness formula %s uses %q; it may use error, size, depth and cost", f.text, name)
		}
	}
	if len(eval.Vars()) == 0 {
		return nil, fmt.Errorf("the fitness formula %s is the same for every expression; it may use error, size, depth and cost", f.text)
	}
	for _, size := range []float64{1, 3, 15} {
		last := math.Inf(-1)
		for _, relativeError := range []float64{0.01, 0.1, 0.5} {
			x, err := f.value(relativeError, size, 1+size/5, 2*size)
			if err != nil {
				return nil, err
			}
			if math.IsInf(x, 0) {
				return nil, fmt.Errorf("the fitness formula %s yields no finite number for an expression of %g nodes with an error of %g", f.text, size, relativeError)
			}
			if x < last {
				return nil, fmt.Errorf("the fitness formula %s prefers larger errors; lower is better", f.text)
			}
			last = x
		}
	}
	return f, nil
}

// shortened is a text in an error message, of which nobody reads thousands of
// characters.
func shortened(text string) string {
	const most = 80
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}

// unread says why a formula cannot be read, in words instead of token types.
func unread(err error) string {
	text := err.Error()
	if strings.HasPrefix(text, "Cannot transition token types") {
		return "an operator is missing, or something stands where it cannot"
	}
	return shortened(strings.ToLower(text[:1]) + text[1:])
}

func (f *Formula) value(relativeError, size, depth, cost float64) (float64, error) {
	result, err := f.eval.Evaluate(map[string]any{"error": relativeError, "size": size, "depth": depth, "cost": cost})
	if err != nil {
		return math.Inf(1), fmt.Errorf("the fitness formula %s cannot be evaluated: %w", f.text, err)
	}
	x, ok := result.(float64)
	if !ok {
		return math.Inf(1), fmt.Errorf("the fitness formula %s yields a %T, not a number", f.text, result)
	}
	if math.IsNaN(x) || math.IsInf(x, -1) { // no pole is the best fitness
		x = math.Inf(1)
	}
	return x, nil
}

func (f *Formula) apply(data *dataset.Data, proposals []blackboard.Proposal, grades []blackboard.Grade) {
	for i, p := range proposals {
		if math.IsInf(grades[i].Fitness, 1) {
			continue
		}
		depth := expression.Depth(p.Expression)
		var cost float64
		if p.Expression != nil {
			cost = codelength.Length(p.Expression, len(data.Columns), data.Points())
		} else {
			cost = branchLength(data, p.Branches)
			for _, b := range p.Branches {
				depth = max(depth, expression.Depth(b.Guard))
			}
		}
		fitness, err := f.value(grades[i].RelativeError, float64(grades[i].Size), float64(depth), cost)
		switch {
		case err != nil:
			fitness, grades[i].Refused = math.Inf(1), err.Error()
		case math.IsInf(fitness, 1):
			grades[i].Refused = "the fitness formula yields no finite number for it"
		}
		grades[i].Fitness = fitness
	}
}
