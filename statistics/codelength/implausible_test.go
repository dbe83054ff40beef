package codelength_test

import (
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
)

func TestFormsThatNobodyWritesAreStrange(t *testing.T) {
	n := expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}
	m := expression.Variable{Variable: model.Variable{Name: "m", Char: model.ValueOf}}
	bin := func(op expression.Op, l, r expression.Node) expression.Node {
		return expression.Binary{Op: op, Left: l, Right: r}
	}
	pow := func(l, r expression.Node) expression.Node { return bin(expression.Pow, l, r) }
	lg := func(n expression.Node) expression.Node { return bin(expression.Log, expression.Constant(2), n) }
	lower := func(l, r expression.Node) expression.Node { return bin(expression.Min, l, r) }
	higher := func(l, r expression.Node) expression.Node { return bin(expression.Max, l, r) }
	number := func(x float64) expression.Node { return expression.Constant(x) }
	for _, implausible := range []expression.Node{
		pow(n, bin(expression.Add, m, number(0.3))),
		pow(bin(expression.Mul, number(1.54e-4), n), bin(expression.Mul, number(9.59e-7), bin(expression.Mul, n, m))),
		bin(expression.Add, number(1), bin(expression.Mul, n, pow(m, bin(expression.Mul, number(1e-3), n)))),
		lg(lg(n)),
		lg(bin(expression.Mul, n, lg(m))),
		bin(expression.Log, n, bin(expression.Mul, m, number(1.7))),
		bin(expression.Log, number(4.66e-8), n),
		pow(bin(expression.Add, pow(n, number(1.5)), m), number(0.7)),
		pow(number(2), pow(n, number(2))),
		pow(pow(number(2), n), m),
		expression.Unary{Func: expression.Sqrt, Arg: expression.Unary{Func: expression.Sqrt, Arg: n}},
		lower(higher(lower(n, number(3)), m), number(50)),
	} {
		if codelength.Implausible(implausible) == "" {
			t.Errorf("%s is not implausible", expression.String(implausible))
		}
	}
	for _, sensible := range []expression.Node{
		pow(n, m), pow(n, bin(expression.Add, m, number(1))), bin(expression.Log, n, m),
		pow(number(2), expression.Unary{Func: expression.Ceil, Arg: lg(n)}),
		pow(number(2), n), pow(n, number(1.585)), pow(number(1.618), bin(expression.Add, n, m)),
		pow(lg(n), number(2)), bin(expression.Mul, n, lg(bin(expression.Add, n, m))),
		lower(higher(bin(expression.Sub, n, m), number(0)), number(50)),
		expression.Unary{Func: expression.Ceil, Arg: lg(n)},
		expression.Unary{Func: expression.Sqrt, Arg: bin(expression.Add, pow(n, number(2)), pow(m, number(2)))},
		pow(bin(expression.Add, pow(n, number(2)), m), number(2)),
	} {
		if word := codelength.Implausible(sensible); word != "" {
			t.Errorf("%s: %s", expression.String(sensible), word)
		}
	}
}
