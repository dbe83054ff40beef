package stoex

import (
	"math"
	"strings"
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

// shorthands for trees
func v(name string, c model.Characterisation) expression.Node {
	return expression.Variable{Variable: model.Variable{Name: name, Char: c}}
}

func bin(op expression.Op, l, r expression.Node) expression.Node {
	return expression.Binary{Op: op, Left: l, Right: r}
}

func fn(f expression.Func, x expression.Node) expression.Node {
	return expression.Unary{Func: f, Arg: x}
}

func num(x float64) expression.Node { return expression.Constant(x) }

var (
	n     = v("n", model.ValueOf)
	m     = v("m", model.ValueOf)
	b     = v("b", model.ValueOf)
	d     = v("d", model.ValueOf)
	list  = v("list", model.NumberOfElements)
	file  = v("file", model.ByteSize)
	typ   = v("kind", model.TypeOf)
	typed = []model.Input{{Name: "n", Type: "INT"}, {Name: "b", Type: "BOOL"}, {Name: "d", Type: "DOUBLE"}, {Name: "list", Type: "List"}, {Name: "s", Type: "STRING"}}
)

func TestPrintSaysWhatTheTreeMeans(t *testing.T) {
	const add, sub, mul, div = expression.Add, expression.Sub, expression.Mul, expression.Div
	tests := []struct {
		place Place
		node  expression.Node
		want  string
	}{
		{Demand, num(3), "3.0"},
		{Demand, num(1e-5), "1.0E-5"},
		{Demand, num(-3), "0.0"},
		{Demand, n, "n.VALUE"},
		{Demand, bin(add, num(0.5), bin(mul, num(2), list)), "0.5 + (2.0 * list.NUMBER_OF_ELEMENTS)"},
		{Demand, bin(mul, n, n), "(1.0 * n.VALUE) * n.VALUE"},
		{Demand, bin(mul, num(0.5), bin(mul, n, m)), "(0.5 * n.VALUE) * m.VALUE"},
		{Demand, bin(mul, num(0.5), bin(mul, bin(mul, n, m), n)), "((0.5 * n.VALUE) * m.VALUE) * n.VALUE"},
		{Demand, bin(div, n, m), "(1.0 * n.VALUE) / m.VALUE"},
		{Demand, bin(div, n, num(2)), "n.VALUE / 2.0"},
		{Demand, bin(sub, bin(mul, num(2), n), num(1)), "Max(0.0, (2.0 * n.VALUE) - 1.0)"},
		{Demand, bin(add, bin(mul, num(-2), n), num(9)), "Max(0.0, ((-2.0) * n.VALUE) + 9.0)"},
		{Demand, fn(expression.Neg, n), "Max(0.0, (-1.0) * n.VALUE)"},
		{Demand, bin(expression.Max, n, num(2)), "Max(1.0 * n.VALUE, 2.0)"},
		{Demand, bin(mul, n, fn(expression.Ln, n)), "Max(0.0, n.VALUE * Log(2.718281828459045, n.VALUE))"},
		{Demand, fn(expression.Exp, n), "2.718281828459045 ^ n.VALUE"},
		{Demand, fn(expression.Sqrt, n), "Sqrt(1.0 * n.VALUE)"},
		{Demand, expression.If{Cond: bin(expression.Less, n, num(2)), Then: num(0.5), Else: bin(sub, bin(mul, num(0.5), n), num(1))}, "Max(0.0, ((n.VALUE < 2) ? 0.5 : ((0.5 * n.VALUE) - 1.0)))"},
		{Demand, expression.If{Cond: bin(expression.Less, d, num(2)), Then: bin(sub, d, num(1)), Else: d}, "Max(0.0, 1.0 * ((d.VALUE < 2) ? (d.VALUE - 1.0) : d.VALUE))"},
		{Demand, fn(expression.Abs, n), "Max(1.0 * n.VALUE, (-1.0) * (1.0 * n.VALUE))"},
		{Demand, bin(mul, num(2), b), "2.0 * (b.VALUE ? 1.0 : 0.0)"},
		{Demand, expression.If{Cond: b, Then: num(2), Else: n}, "b.VALUE ? 2.0 : n.VALUE"},
		{
			Demand,
			expression.If{Cond: bin(expression.Less, n, num(10)), Then: num(1), Else: expression.If{Cond: b, Then: num(2), Else: num(3)}},
			"(n.VALUE < 10) ? 1.0 : (b.VALUE ? 2.0 : 3.0)",
		},

		{Iterations, list, "list.NUMBER_OF_ELEMENTS"},
		{Iterations, num(7), "7"},
		{Iterations, num(3.4), "IntPMF[(3;0.6)(4;0.4)]"},
		{Iterations, num(2.9999999), "3"},
		{Iterations, bin(sub, bin(mul, num(2), list), num(1)), "(2 * list.NUMBER_OF_ELEMENTS) - 1"},
		{Iterations, bin(add, list, num(-1)), "list.NUMBER_OF_ELEMENTS + (-1)"},
		{Iterations, bin(mul, num(0.5), n), "Round(0.5 * n.VALUE)"},
		{Iterations, d, "Round(1.0 * d.VALUE)"},
		{Iterations, fn(expression.Floor, bin(div, n, num(2))), "Trunc(n.VALUE / 2.0)"},
		{Iterations, fn(expression.Ceil, bin(div, file, num(4096))), "Ceil(file.BYTESIZE / 4096.0)"},
		{Iterations, bin(expression.Pow, n, num(2)), "Round(n.VALUE ^ 2.0)"},
		{Iterations, bin(expression.Max, n, num(0)), "Max(n.VALUE, 0)"},
		{Iterations, expression.If{Cond: b, Then: num(1.5), Else: list}, "b.VALUE ? IntPMF[(1;0.5)(2;0.5)] : list.NUMBER_OF_ELEMENTS"},
		{Iterations, b, "b.VALUE ? 1 : 0"},
		{Number, bin(add, list, num(1)), "list.NUMBER_OF_ELEMENTS + 1"},
		{ByteSize, bin(mul, file, num(1.5)), "Round(file.BYTESIZE * 1.5)"},

		{Guard, bin(expression.Less, n, num(10)), "n.VALUE < 10"},
		{Guard, bin(expression.GreaterEqual, n, num(10.5)), "n.VALUE >= 10.5"},
		{Guard, bin(expression.Equal, typ, expression.Text("ZIP")), `kind.TYPE == "ZIP"`},
		{Guard, bin(expression.Equal, v("s", model.ValueOf), expression.Text("")), "s.BYTESIZE == 0"},
		{Guard, bin(expression.NotEqual, expression.Text(""), v("s", model.ValueOf)), "s.BYTESIZE <> 0"},
		{Guard, bin(expression.NotEqual, b, num(0)), "b.VALUE"},
		{Guard, bin(expression.Less, b, num(0.5)), "NOT b.VALUE"},
		{Guard, bin(expression.Less, num(0.5), b), "b.VALUE"},
		{Guard, bin(expression.Greater, b, num(1)), "false"},
		{
			Guard, bin(expression.And, bin(expression.Less, n, num(1)), bin(expression.Or, b, fn(expression.Not, b))),
			"(n.VALUE < 1) AND (b.VALUE OR (NOT b.VALUE))",
		},
		{Guard, bin(expression.Greater, bin(add, n, m), list), "(n.VALUE + m.VALUE) > list.NUMBER_OF_ELEMENTS"},
		{Guard, bin(expression.GreaterEqual, n, bin(add, num(8), m)), "n.VALUE >= (8 + m.VALUE)"},
		{Guard, bin(expression.Greater, bin(add, n, num(0.5)), m), "(n.VALUE + 0.5) > m.VALUE"},
		{Guard, bin(expression.Greater, bin(mul, n, m), list), "((1.0 * n.VALUE) * m.VALUE) > list.NUMBER_OF_ELEMENTS"},
		{Guard, num(1), "true"},

		{Value, n, "n.VALUE"},
		{Value, bin(add, n, num(1)), "n.VALUE + 1"},
		{Value, bin(mul, d, num(2)), "d.VALUE * 2.0"},
		{Value, expression.Text("A b"), `"A b"`},
		{Value, bin(expression.Greater, n, num(3)), "n.VALUE > 3"},
		{Value, expression.If{Cond: b, Then: expression.Text("A"), Else: expression.Text("B")}, `b.VALUE ? "A" : "B"`},
		{TypeName, typ, "kind.TYPE"},
	}
	for _, test := range tests {
		got, err := Print(test.node, test.place, typed...)
		if err != nil || got != test.want {
			t.Errorf("%s: %s at %s: %q, want %q (%v)", test.place, expression.String(test.node), test.place, got, test.want, err)
			continue
		}
		for _, p := range Check(got, test.place, append(typed, model.Input{Name: "m"}, model.Input{Name: "file"}, model.Input{Name: "kind"})) {
			t.Errorf("%s: %v", got, p)
		}
	}
}

func TestPrintSaysWhatStoExCannotSay(t *testing.T) {
	tests := map[string]expression.Node{
		"sine":             bin(expression.Add, num(1), fn(expression.Sin, n)),
		"NaN":              num(math.NaN()),
		"Inf":              bin(expression.Mul, n, num(math.Inf(1))),
		`"image/png"`:      bin(expression.Equal, typ, expression.Text("image/png")),
		`"größe"`:          v("größe", model.ValueOf),
		"one of its words": v("VALUE", model.ValueOf),
		`"unit" is`:        v("unit", model.ValueOf),
		"no expression":    nil,
		"is a text":        bin(expression.Mul, typ, num(2)),
		`text "A"`:         bin(expression.Add, expression.Text("A"), num(2)),
	}
	for want, node := range tests {
		if text, err := Print(node, Demand); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q, %v: want an error with %q", text, err, want)
		}
	}
}

func TestExactlyOneGuardHolds(t *testing.T) {
	small, large := bin(expression.Less, n, num(10)), bin(expression.Greater, n, num(99))
	tests := []struct {
		guards []expression.Node
		want   []string
	}{
		{[]expression.Node{small, nil}, []string{"n.VALUE < 10", "n.VALUE >= 10"}},
		{[]expression.Node{nil, small}, []string{"n.VALUE >= 10", "n.VALUE < 10"}},
		{[]expression.Node{small, large}, []string{"n.VALUE < 10", "n.VALUE >= 10"}},
		{[]expression.Node{small, nil, large}, []string{"n.VALUE < 10", "NOT ((n.VALUE < 10) OR (n.VALUE > 99))", "n.VALUE > 99"}},
		{
			[]expression.Node{small, bin(expression.Less, n, num(20)), nil},
			[]string{"n.VALUE < 10", "(n.VALUE >= 10) AND (n.VALUE < 20)", "NOT ((n.VALUE < 10) OR (n.VALUE < 20))"},
		},
		{[]expression.Node{fn(expression.Not, b), b}, []string{"NOT b.VALUE", "b.VALUE"}},
		{[]expression.Node{nil}, []string{"true"}},
	}
	for _, test := range tests {
		got, err := Guards(test.guards, typed...)
		if err != nil || strings.Join(got, "|") != strings.Join(test.want, "|") {
			t.Errorf("%q, want %q (%v)", got, test.want, err)
		}
	}
	if _, err := Guards([]expression.Node{nil, nil}); err == nil {
		t.Error("two transitions without a guard were accepted")
	}
}

// A mean that is rounded is another one: a loop that runs 0.3 times on average would never run.
func TestAMeanIsDrawnNotRounded(t *testing.T) {
	n := v("n", model.ValueOf)
	third := bin(expression.Mul, num(0.3), n)
	for text, x := range map[string]expression.Node{
		"Trunc((0.3 * n.VALUE) + DoublePDF[(0.0;0.0)(1.0;1.0)])": third,
		"IntPMF[(0;0.7)(1;0.3)]":                                 num(0.3),
		"n.VALUE":                                                n,
	} {
		if said, err := PrintMean(x, Iterations); err != nil || said != text {
			t.Errorf("said %s, %v; want %s", said, err, text)
		}
	}
	said, _ := PrintMean(third, Iterations)
	drawn, err := Parse(said)
	if err != nil {
		t.Fatal(err)
	}
	of := assign(t, "n.VALUE=7")
	if mean, err := ExactMean(drawn, of); err != nil || math.Abs(mean-2.1) > 1e-12 {
		t.Errorf("the mean of %s is %g, %v", said, mean, err)
	}
	if list, err := Outcomes(drawn, of); err != nil || len(list) != 2 || math.Abs(list[1].P-0.1) > 1e-9 {
		t.Errorf("the outcomes of %s are %v, %v", said, list, err)
	}
	sum, random := 0.0, NewRandom(1)
	for range 10000 {
		drawn, err := Eval(drawn, of, random)
		if err != nil {
			t.Fatal(err)
		}
		x, whole := drawn.Int()
		if !whole || x != 2 && x != 3 {
			t.Fatalf("drawn was %v", drawn)
		}
		sum += float64(x)
	}
	if math.Abs(sum/10000-2.1) > 0.02 {
		t.Errorf("drawn were %g on average", sum/10000)
	}
}
