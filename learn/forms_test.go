package learn

import (
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// An interval holds what every form says that the data hardly tell from the best one: two
// nats are a matter of taste, and five are not yet certainty.
func TestIntervalsReckonWithFormsFiveNatsBehind(t *testing.T) {
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
	if forms := r.Forms(); len(forms) != 2 || expression.String(forms[1]) != expression.String(times(3.1173, root)) {
		t.Errorf("%d forms: %v", len(forms), forms)
	}
}
