package codelength_test

import (
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
)

func TestWhatProgramsRarelyDoIsLongerThanWhatTheyOftenDo(t *testing.T) {
	n := expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}
	op := func(o expression.Op, l, r expression.Node) expression.Node {
		return expression.Binary{Op: o, Left: l, Right: r}
	}
	cost := op(expression.Mul, expression.Constant(0.00123), n)
	for _, c := range []struct {
		often, rarely expression.Node
	}{
		{
			op(expression.Mul, cost, op(expression.Log, expression.Constant(2), n)),
			op(expression.Mul, cost, expression.Unary{Func: expression.Sqrt, Arg: n}),
		},
		{op(expression.Pow, expression.Constant(2), n), op(expression.Pow, expression.Constant(1.94), n)},
		{op(expression.Add, expression.Constant(0.00456), cost), op(expression.Sub, expression.Constant(0.00456), cost)},
	} {
		a, b := codelength.Length(c.often, 1, 100), codelength.Length(c.rarely, 1, 100)
		if a+1 > b {
			t.Errorf("%s takes %.1f nats, %s %.1f", expression.String(c.often), a, expression.String(c.rarely), b)
		}
	}
}
