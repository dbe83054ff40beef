package codelength

import (
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

func TestGrowthIsUnusualOnlyInWhatNothingOutgrows(t *testing.T) {
	m := expression.Variable{Variable: model.Variable{Name: "m", Char: model.ValueOf}}
	number := func(x float64) expression.Node { return expression.Constant(x) }
	sum := func(a, b expression.Node) expression.Node { return bin(expression.Add, a, b) }
	times := func(a, b expression.Node) expression.Node { return bin(expression.Mul, a, b) }
	log := func(of expression.Node) expression.Node { return bin(expression.Log, number(2), of) }
	root := func(of expression.Node) expression.Node { return expression.Unary{Func: expression.Sqrt, Arg: of} }
	square := times(n, n)
	for _, usual := range []expression.Node{
		number(3e-6), n, log(n), times(n, log(n)), square, times(square, n), bin(expression.Pow, n, number(3)), times(times(n, m), log(m)),
		times(square, log(m)), bin(expression.Div, n, m), sum(number(3e-6), times(number(3e-9), n)),
		root(n), sum(number(3e-6), root(n)), sum(n, root(m)), sum(root(n), n), sum(times(n, root(n)), square), sum(times(root(m), log(m)), times(n, m)), sum(times(square, log(n)), times(square, n)),
		bin(expression.Sub, square, times(n, root(n))), bin(expression.Min, times(n, root(n)), number(100)),
		expression.If{Cond: bin(expression.Less, n, number(100)), Then: sum(root(n), n), Else: times(n, log(n))},
	} {
		if UnusualGrowth(usual) {
			t.Errorf("%s grows as costs do", expression.String(usual))
		}
	}
	for _, unusual := range []expression.Node{
		bin(expression.Pow, n, number(1.17)), times(n, root(n)), sum(times(m, root(n)), m), sum(n, times(n, root(n))),
		times(square, log(n)), bin(expression.Pow, n, number(4)), times(square, square), times(times(n, log(n)), log(n)), times(root(n), m),
		bin(expression.Max, n, times(n, root(n))), bin(expression.Div, times(n, root(n)), m),
		expression.If{Cond: bin(expression.Less, n, number(100)), Then: n, Else: times(n, root(n))},
	} {
		if !UnusualGrowth(unusual) {
			t.Errorf("%s grows as few costs do", expression.String(unusual))
		}
	}
}
