package selection

import (
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

func TestNothingJumpsBetweenMeasuredInputs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	seed := model.Column{Variable: model.Variable{Name: "seed", Char: model.ValueOf}, Kind: model.Number}
	size := model.Column{Variable: model.Variable{Name: "size", Char: model.ValueOf}, Kind: model.Number}
	target := model.Column{Kind: model.Number}
	for range 200 {
		seed.Num = append(seed.Num, float64(r.Int32())-1<<30)
		size.Num = append(size.Num, float64(1+r.IntN(100)))
		target.Num = append(target.Num, 1+r.Float64())
	}
	d := dataset.Prepare(&model.Table{Columns: []model.Column{seed, size}, Target: target}, true)
	s, n := expression.Variable{Variable: seed.Variable}, expression.Variable{Variable: size.Variable}
	binary := func(op expression.Op, a, b expression.Node) expression.Node {
		return expression.Binary{Op: op, Left: a, Right: b}
	}
	square := binary(expression.Mul, s, s)
	for _, c := range []struct {
		node    expression.Node
		refused bool
	}{
		{binary(expression.Div, expression.Constant(7e5), binary(expression.Add, square, binary(expression.Pow, expression.Constant(1.21), s))), true},
		{binary(expression.Div, expression.Constant(7e5), square), true},
		{binary(expression.Div, expression.Constant(7e5), s), true},
		{binary(expression.Div, expression.Constant(7e5), binary(expression.Add, expression.Constant(1), square)), false},
		{binary(expression.Div, expression.Constant(7e5), n), false},
		{binary(expression.Pow, expression.Constant(1.21), n), false},
	} {
		if why := refuseInside(d, c.node); (why != "") != c.refused {
			t.Errorf("%s: %q", expression.String(c.node), why)
		}
	}
}
