package codelength

import (
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

func TestUnusualIsWhatImitatesTheUsual(t *testing.T) {
	m := expression.Variable{Variable: model.Variable{Name: "m", Char: model.ValueOf}}
	number := func(x float64) expression.Node { return expression.Constant(x) }
	log := func(of expression.Node) expression.Node { return bin(expression.Log, number(2), of) }
	nLogN := bin(expression.Mul, bin(expression.Mul, number(1.3e-8), n), log(n))
	share := bin(expression.Div, n, bin(expression.Add, number(1116.5), n))
	for _, usual := range []expression.Node{
		n, nLogN, bin(expression.Add, number(2e-6), nLogN), bin(expression.Sub, nLogN, number(1e-6)), bin(expression.Mul, n, bin(expression.Sub, n, number(1))),
		bin(expression.Add, bin(expression.Mul, number(3e-9), n), m), bin(expression.Div, n, m), bin(expression.Div, n, bin(expression.Add, number(1), m)),
		expression.If{Cond: bin(expression.Less, n, number(100)), Then: n, Else: nLogN},
	} {
		if Unusual(usual) {
			t.Errorf("%s is usual", expression.String(usual))
		}
	}
	for _, unusual := range []expression.Node{
		bin(expression.Pow, n, number(1.17)), share, bin(expression.Sub, bin(expression.Mul, number(1.84e-7), n), bin(expression.Mul, number(1.12e-4), share)),
		bin(expression.Sub, bin(expression.Mul, number(2), nLogN), bin(expression.Mul, number(5e-8), n)), bin(expression.Add, nLogN, bin(expression.Mul, number(-5e-8), n)),
		bin(expression.Sub, number(3e-6), bin(expression.Mul, bin(expression.Mul, number(1.7e-8), n), bin(expression.Log, number(1.9), bin(expression.Div, number(8), n)))),
		expression.If{Cond: bin(expression.Equal, bin(expression.Mod, n, number(2)), number(0)), Then: n, Else: m},
	} {
		if !Unusual(unusual) {
			t.Errorf("%s is unusual", expression.String(unusual))
		}
	}
}
