package codelength

import (
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

var n = expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}

func bin(op expression.Op, l, r expression.Node) expression.Node {
	return expression.Binary{Op: op, Left: l, Right: r}
}

func TestSimpleThingsAreShort(t *testing.T) {
	c := func(x float64) expression.Node { return expression.Constant(x) }
	nlogn := bin(expression.Mul, n, bin(expression.Log, c(2), n))
	for _, pair := range [][2]expression.Node{
		{c(2), c(2.345)},
		{n, bin(expression.Mul, n, n)},
		{nlogn, bin(expression.Pow, n, c(1.5))},
		{bin(expression.Add, bin(expression.Mul, c(2.345), nlogn), c(1.234)), bin(expression.Sub, bin(expression.Mul, c(2.345), n), c(1.234))},
		{bin(expression.Mul, c(2.345), nlogn), bin(expression.Add, c(-1.234), bin(expression.Mul, c(2.345), n))},
		{bin(expression.Sub, n, c(1)), bin(expression.Sub, n, c(1.234))},
		{bin(expression.Add, n, c(1)), bin(expression.Sub, bin(expression.Mul, c(2), n), n)},
	} {
		if a, b := Length(pair[0], 2, 100), Length(pair[1], 2, 100); a >= b {
			t.Errorf("%s is longer (%v) than %s (%v)", expression.String(pair[0]), a, expression.String(pair[1]), b)
		}
	}
}
