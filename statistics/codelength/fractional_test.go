package codelength

import (
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

func TestFractionalPowersAreThoseThatFewProgramsCost(t *testing.T) {
	m := expression.Variable{Variable: model.Variable{Name: "m", Char: model.ValueOf}}
	root := func(of expression.Node) expression.Node {
		return expression.Unary{Func: expression.Sqrt, Arg: of}
	}
	power := func(of expression.Node, to float64) expression.Node {
		return bin(expression.Pow, of, expression.Constant(to))
	}
	for _, usual := range []expression.Node{
		n, power(n, 2), power(n, 0.5), root(n), bin(expression.Mul, expression.Constant(3e-9), root(n)), bin(expression.Pow, expression.Constant(1.6), n),
		bin(expression.Mul, n, bin(expression.Log, expression.Constant(2), n)),
	} {
		if FractionalPower(usual) {
			t.Errorf("%s is a usual form", expression.String(usual))
		}
	}
	for _, fractional := range []expression.Node{
		power(n, 0.94), power(n, 1.5), bin(expression.Mul, n, root(n)), bin(expression.Mul, m, root(n)), bin(expression.Mul, bin(expression.Mul, expression.Constant(3e-9), root(m)), n), bin(expression.Mul, root(n), power(n, 2)),
		bin(expression.Add, m, bin(expression.Mul, m, power(n, 0.8))),
	} {
		if !FractionalPower(fractional) {
			t.Errorf("%s has a fractional power", expression.String(fractional))
		}
	}
}
