package expression

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"beagle/model"
)

func value(name string) Variable {
	return Variable{model.Variable{Name: name, Char: model.ValueOf}}
}

var x, y, kind = value("x"), value("y"), value("kind")

func bin(op Op, l, r Node) Node { return Binary{Op: op, Left: l, Right: r} }

func TestEvalAndCompileAgreeOnEveryNode(t *testing.T) {
	columns := []model.Column{
		{Variable: x.Variable, Kind: model.Number, Num: []float64{7}},
		{Variable: y.Variable, Kind: model.Number, Num: []float64{2}},
		{Variable: kind.Variable, Kind: model.Text, Num: []float64{1}, Levels: []string{"zip", "tar"}},
	}
	values := Assignment{x.Variable: model.NumberValue(7), y.Variable: model.NumberValue(2), kind.Variable: model.TextValue("tar")}
	for _, c := range []struct {
		node Node
		text string
		want float64
	}{
		{bin(Add, x, y), "x.VALUE + y.VALUE", 9},
		{bin(Sub, x, bin(Sub, y, Constant(1))), "x.VALUE - (y.VALUE - 1)", 6},
		{bin(Mul, bin(Add, x, y), y), "(x.VALUE + y.VALUE) * y.VALUE", 18},
		{bin(Div, x, bin(Mul, y, y)), "x.VALUE / (y.VALUE * y.VALUE)", 1.75},
		{bin(Mod, x, y), "x.VALUE % y.VALUE", 1},
		{bin(Pow, x, y), "x.VALUE ^ y.VALUE", 49},
		{bin(Min, x, y), "Min(x.VALUE, y.VALUE)", 2},
		{bin(Max, x, y), "Max(x.VALUE, y.VALUE)", 7},
		{bin(Log, y, Constant(8)), "Log(y.VALUE, 8)", 3},
		{bin(Less, x, y), "x.VALUE < y.VALUE", 0},
		{bin(GreaterEqual, x, y), "x.VALUE >= y.VALUE", 1},
		{bin(NotEqual, x, y), "x.VALUE <> y.VALUE", 1},
		{bin(And, bin(Less, y, x), bin(Equal, y, Constant(2))), "y.VALUE < x.VALUE AND y.VALUE == 2", 1},
		{bin(Xor, bin(Less, y, x), bin(Equal, y, Constant(2))), "y.VALUE < x.VALUE XOR y.VALUE == 2", 0},
		{bin(Equal, kind, Text("tar")), `kind.VALUE == "tar"`, 1},
		{bin(Equal, Text("rar"), kind), `"rar" == kind.VALUE`, 0},
		{bin(NotEqual, kind, kind), `kind.VALUE <> kind.VALUE`, 0},
		{If{bin(Less, x, y), Constant(1), x}, "x.VALUE < y.VALUE ? 1 : x.VALUE", 7},
		{Unary{Neg, x}, "-x.VALUE", -7},
		{Unary{Not, bin(Less, x, y)}, "NOT(x.VALUE < y.VALUE)", 1},
		{Unary{Sqrt, Constant(9)}, "Sqrt(9)", 3},
		{Unary{Floor, bin(Div, x, y)}, "Floor(x.VALUE / y.VALUE)", 3},
		{Unary{Ceil, bin(Div, x, y)}, "Ceil(x.VALUE / y.VALUE)", 4},
		{Unary{Round, Constant(-2.5)}, "Round(-2.5)", -2},
		{Unary{Abs, Constant(-2)}, "Abs(-2)", 2},
	} {
		if got := String(c.node); got != c.text {
			t.Errorf("text is %s, want %s", got, c.text)
		}
		got, err := Eval(c.node, values)
		if err != nil || got != c.want {
			t.Errorf("%s = %v, %v; want %v", c.text, got, err, c.want)
		}
		program, err := Compile(c.node, columns)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		out := make([]float64, 1)
		program.Eval(out, 0)
		if out[0] != c.want {
			t.Errorf("compiled %s = %v, want %v", c.text, out[0], c.want)
		}
	}
}

func TestUndefinedVariablesAreNamed(t *testing.T) {
	_, err := Eval(bin(Add, x, y), Assignment{x.Variable: model.NumberValue(1)})
	if !errors.Is(err, model.ErrUndefined) || !strings.Contains(err.Error(), "y.VALUE") || !strings.Contains(err.Error(), "x.VALUE = 1") {
		t.Errorf("error %v does not name the variable and the assignment", err)
	}
	if _, err := Compile(x, nil); !errors.Is(err, model.ErrUndefined) {
		t.Errorf("Compile says %v", err)
	}
}

func TestTextsAreOnlyCompared(t *testing.T) {
	columns := []model.Column{{Variable: kind.Variable, Kind: model.Text, Num: []float64{0}, Levels: []string{"zip"}}}
	for _, n := range []Node{kind, Text("zip"), bin(Add, kind, Constant(1)), bin(Less, kind, Text("zip")), bin(Equal, kind, Constant(1))} {
		if _, err := Eval(n, Assignment{kind.Variable: model.TextValue("zip")}); err == nil {
			t.Errorf("Eval accepts %s", String(n))
		}
		if _, err := Compile(n, columns); err == nil {
			t.Errorf("Compile accepts %s", String(n))
		}
	}
}

func TestWhatIsUnknownStaysUnknown(t *testing.T) {
	columns := []model.Column{{Variable: x.Variable, Kind: model.Number, Num: []float64{math.NaN()}}}
	for _, n := range []Node{x, bin(Less, x, Constant(1)), Unary{Not, x}, If{bin(Less, x, Constant(1)), Constant(1), Constant(2)}} {
		program, err := Compile(n, columns)
		if err != nil {
			t.Fatal(err)
		}
		out := []float64{0}
		if program.Eval(out, 0); !math.IsNaN(out[0]) {
			t.Errorf("%s = %v where x is unknown", String(n), out[0])
		}
	}
}

func TestSimplify(t *testing.T) {
	for _, c := range []struct {
		node Node
		want string
	}{
		{bin(Add, Constant(1), Constant(2)), "3"},
		{bin(Add, x, Constant(0)), "x.VALUE"},
		{bin(Mul, Constant(2), bin(Mul, x, Constant(3))), "6 * x.VALUE"},
		{bin(Sub, bin(Mul, Constant(3), x), x), "2 * x.VALUE"},
		{bin(Add, bin(Sub, x, Constant(2)), bin(Sub, y, x)), "y.VALUE - 2"},
		{bin(Mul, x, Constant(0)), "0"},
		{bin(Pow, x, Constant(1)), "x.VALUE"},
		{bin(Pow, x, Constant(0.5)), "Sqrt(x.VALUE)"},
		{Unary{Not, bin(Less, x, y)}, "x.VALUE >= y.VALUE"},
		{If{Constant(1), x, y}, "x.VALUE"},
		{If{bin(Less, x, y), x, x}, "x.VALUE"},
		{Unary{Neg, Unary{Neg, x}}, "x.VALUE"},
		{bin(Add, bin(Mul, Constant(-1), x), y), "y.VALUE - x.VALUE"},
		{bin(Div, Constant(1), Constant(0)), "1 / 0"},
		{bin(Mul, Constant(2), bin(Add, Constant(3), bin(Mul, Constant(5), x))), "6 + 10 * x.VALUE"},
		{bin(Mul, Constant(2), bin(Add, x, bin(Mul, Constant(5), y))), "2 * (x.VALUE + 5 * y.VALUE)"},
		{bin(Add, bin(Min, x, y), bin(Max, y, x)), "x.VALUE + y.VALUE"},
		{bin(Sub, bin(Mul, x, y), bin(Add, bin(Max, x, y), bin(Min, x, y))), "x.VALUE * y.VALUE - x.VALUE - y.VALUE"},
		{bin(Sub, bin(Max, x, y), bin(Min, x, y)), "Max(x.VALUE, y.VALUE) - Min(x.VALUE, y.VALUE)"},
	} {
		if got := String(Simplify(c.node)); got != c.want {
			t.Errorf("%s becomes %s, want %s", String(c.node), got, c.want)
		}
	}
}

// randomTree draws a tree of at most the given depth over x and y.
func randomTree(r *rand.Rand, depth int) Node {
	if depth == 0 || r.IntN(4) == 0 {
		return []Node{x, y, Constant(float64(r.IntN(7) - 3)), Constant(r.Float64())}[r.IntN(4)]
	}
	switch r.IntN(6) {
	case 0:
		return Unary{Func(r.IntN(int(Sin)) + 1), randomTree(r, depth-1)}
	case 1:
		return If{randomTree(r, depth-1), randomTree(r, depth-1), randomTree(r, depth-1)}
	default:
		return Binary{Op(r.IntN(int(Xor)) + 1), randomTree(r, depth-1), randomTree(r, depth-1)}
	}
}

func FuzzTheThreeWaysToAValueAgree(f *testing.F) {
	for seed := range uint64(50) {
		f.Add(seed, 2.5, -3.0)
	}
	f.Fuzz(func(t *testing.T, seed uint64, a, b float64) {
		tree := randomTree(rand.New(rand.NewPCG(seed, 1)), 5)
		want, err := Eval(tree, Assignment{x.Variable: model.NumberValue(a), y.Variable: model.NumberValue(b)})
		if err != nil {
			t.Fatal(err)
		}
		columns := []model.Column{
			{Variable: x.Variable, Kind: model.Number, Num: []float64{a}},
			{Variable: y.Variable, Kind: model.Number, Num: []float64{b}},
		}
		program, err := Compile(tree, columns)
		if err != nil {
			t.Fatal(err)
		}
		got := []float64{0}
		program.Eval(got, 0)
		if got[0] != want && !(math.IsNaN(want) && math.IsNaN(got[0])) {
			t.Errorf("%s: compiled %v, walked %v", String(tree), got[0], want)
		}
		if Size(Simplify(tree)) > Size(tree) {
			t.Errorf("%s grew to %s", String(tree), String(Simplify(tree)))
		}
	})
}

// The inner loop of everything that learns, against a walk over the tree and
// against the same formula in Go.
func BenchmarkEvaluation(b *testing.B) {
	const rows = 4096
	columns := []model.Column{
		{Variable: x.Variable, Kind: model.Number, Num: make([]float64, rows)},
		{Variable: y.Variable, Kind: model.Number, Num: make([]float64, rows)},
	}
	for i := range rows {
		columns[0].Num[i], columns[1].Num[i] = float64(i+1), float64(i%17+1)
	}
	tree := bin(Add, Constant(0.8), bin(Add, bin(Mul, Constant(0.02), bin(Mul, x, y)), bin(Mul, Constant(3), bin(Div, x, y))))
	nodes := float64(Size(tree))
	out := make([]float64, rows)
	report := func(b *testing.B) {
		b.ReportMetric(nodes*rows*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
	}
	b.Run("batch", func(b *testing.B) {
		program, _ := Compile(tree, columns)
		b.ReportAllocs()
		for b.Loop() {
			program.Eval(out, 0)
		}
		report(b)
	})
	b.Run("tree", func(b *testing.B) {
		values := Assignment{}
		for b.Loop() {
			for i := range out {
				values[x.Variable] = model.NumberValue(columns[0].Num[i])
				values[y.Variable] = model.NumberValue(columns[1].Num[i])
				out[i], _ = Eval(tree, values)
			}
		}
		report(b)
	})
	b.Run("go", func(b *testing.B) {
		xs, ys := columns[0].Num, columns[1].Num
		for b.Loop() {
			for i := range out {
				out[i] = 0.8 + (0.02*(xs[i]*ys[i]) + 3*(xs[i]/ys[i]))
			}
		}
		report(b)
	})
}

func TestRoundingLeavesNoTrace(t *testing.T) {
	product := Binary{Mul, Constant(3), Binary{Mul, Constant(1e-8), Variable{model.Variable{Name: "n", Char: model.ValueOf}}}}
	if got := String(Simplify(product)); got != "3e-08 * n.VALUE" {
		t.Errorf("3 * 1e-8 * n becomes %s", got)
	}
	third := Binary{Div, Constant(1), Constant(3)}
	if got := Simplify(third); got != Node(Constant(1.0/3)) {
		t.Errorf("1 / 3 becomes %s", String(got))
	}
}

func TestKeptLogarithmsFollowOtherConstants(t *testing.T) {
	columns := []model.Column{{Variable: x.Variable, Kind: model.Number}}
	for i := range 600 { // more than a batch
		columns[0].Num = append(columns[0].Num, float64(i))
	}
	tree := bin(Add, bin(Mul, Constant(3), bin(Log, Constant(2), x)), bin(Log, Constant(3), bin(Add, x, Constant(1))))
	plain, _ := Compile(tree, columns)
	kept, _ := Compile(tree, columns)
	kept.KeepLogarithms()
	for _, constants := range [][]float64{{3, 2, 3, 1}, {5, 7, 2, 4}} {
		want, got := make([]float64, 500), make([]float64, 500)
		plain.SetConstants(constants)
		kept.SetConstants(constants)
		plain.Eval(want, 50)
		kept.Eval(got, 50)
		if !slices.Equal(got, want) {
			t.Errorf("with %v they are %v, not %v", constants, got[:5], want[:5])
		}
	}
}
