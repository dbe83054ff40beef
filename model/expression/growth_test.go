package expression

import (
	"testing"

	"beagle/model"
)

func TestGrowthIsSaidInUsualWords(t *testing.T) {
	n := Variable{model.Variable{Name: "values", Char: model.NumberOfElements}}
	m := Variable{model.Variable{Name: "text", Char: model.ByteSize}}
	times := func(a, b Node) Node { return Binary{Mul, a, b} }
	plus := func(a, b Node) Node { return Binary{Add, a, b} }
	log := func(a Node) Node { return Binary{Log, Constant(2), a} }
	for _, c := range []struct {
		said string
		node Node
	}{
		{"1", Constant(3)},
		{"1", Binary{Min, n, Constant(7)}},
		{"n", plus(Constant(1), times(Constant(2), n))},
		{"n", If{Cond: Binary{Less, n, Constant(5)}, Then: Constant(1), Else: n}},
		{"n", If{Cond: Binary{Less, n, Constant(5)}, Then: times(n, n), Else: n}},
		{"n", If{Cond: Binary{GreaterEqual, Constant(5), n}, Then: times(n, n), Else: n}},
		{"n", If{Cond: Binary{Less, n, Constant(5)}, Then: Binary{Pow, Constant(2), n}, Else: n}},
		{"n^2", If{Cond: Binary{Less, n, Constant(5)}, Then: n, Else: times(n, n)}},
		{"n", If{Cond: Unary{Not, Binary{Greater, n, Constant(5)}}, Then: times(n, n), Else: n}},
		{"text^2 + values", If{Cond: Binary{Equal, n, Constant(5)}, Then: times(n, times(m, m)), Else: n}},
		{"text^2 + values", If{Cond: Binary{And, Binary{Less, n, Constant(5)}, m}, Then: times(n, times(m, m)), Else: n}},
		{"n log n", plus(times(n, Constant(5)), times(n, log(plus(Constant(1), n))))},
		{"n log n", Binary{Max, n, times(n, Unary{Ln, n})}},
		{"n^2", plus(times(n, n), times(Constant(100), n))},
		{"log n", log(n)},
		{"sqrt n", Unary{Sqrt, n}},
		{"1.6^n", times(Constant(2), Binary{Pow, Constant(1.6), n})},
		{"3^n", plus(Binary{Pow, Constant(2), n}, Binary{Pow, Constant(3), n})},
		{"4^n", Binary{Pow, Constant(2), times(Constant(2), n)}},
		{"2.72^n", Unary{Exp, plus(n, Constant(1))}},
		{"1.6^n", Binary{Sub, Binary{Pow, Constant(1.6), n}, Constant(5)}},
		{"text values", plus(times(n, m), n)},
		{"text", plus(m, Binary{Div, m, n})},
		{"text + values log values", plus(m, times(n, log(n)))},
		{"text values + values^2", plus(plus(times(n, n), times(n, m)), m)},
	} {
		if got := Grows(c.node); got != c.said {
			t.Errorf("%s grows %q, want %q", String(c.node), got, c.said)
		}
	}
}
