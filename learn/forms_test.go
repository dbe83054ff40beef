package learn

import (
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// An interval reckons with every form by its probability: five nats behind is not yet out of the question, and of one form with
// other numbers the likelier stands for both.
func TestIntervalsReckonWithFormsByTheirProbability(t *testing.T) {
	n := expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}
	root := expression.Unary{Func: expression.Sqrt, Arg: n}
	times := func(c float64, x expression.Node) expression.Node {
		return expression.Binary{Op: expression.Mul, Left: expression.Constant(c), Right: x}
	}
	var r Result
	for _, p := range []struct {
		n       expression.Node
		fitness float64
	}{{times(2.7141, n), 10}, {times(2.6337, n), 11}, {times(3.1173, root), 14}, {times(0.12345, expression.Binary{Op: expression.Mul, Left: n, Right: n}), 16}} {
		r.Proposals = append(r.Proposals, blackboard.Proposal{Expression: p.n})
		r.Grades = append(r.Grades, blackboard.Grade{Fitness: p.fitness})
	}
	forms := r.Forms()
	if len(forms) != 3 || expression.String(forms[1].Node) != expression.String(times(3.1173, root)) {
		t.Fatalf("%d forms: %v", len(forms), forms)
	}
	if forms[0].Weight < forms[1].Weight || forms[1].Weight < forms[2].Weight || forms[2].Weight < 0.05 || forms[2].Weight > 0.15 {
		t.Errorf("probabilities: %v", forms)
	}
	if r.Verdict.OwnFitness = true; len(r.Forms()) != 1 {
		t.Error("a user's own fitness is taken for nats")
	}
}
