package stoex

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/casbin/govaluate"

	"beagle/internal/need"
	"beagle/model"
	"beagle/model/expression"
)

// tree makes a random expression over n (whole number), d, list and b.
func tree(r *rand.Rand, depth int) expression.Node {
	if depth == 0 || r.IntN(5) == 0 {
		switch r.IntN(6) {
		case 0:
			return num(float64(r.IntN(9) - 3))
		case 1:
			return num(math.Round(r.NormFloat64()*1000) / 100)
		case 2:
			return n
		case 3:
			return d
		case 4:
			return b
		default:
			return list
		}
	}
	sub := func() expression.Node { return tree(r, depth-1) }
	switch r.IntN(9) {
	case 0:
		functions := []expression.Func{expression.Neg, expression.Floor, expression.Ceil, expression.Round, expression.Abs, expression.Not}
		return fn(functions[r.IntN(len(functions))], sub())
	case 1:
		return fn(expression.Sqrt, fn(expression.Abs, sub()))
	case 2:
		return fn(expression.Ln, bin(expression.Add, num(1), fn(expression.Abs, sub())))
	case 3:
		return expression.If{Cond: condition(r, depth-1), Then: sub(), Else: sub()}
	case 4:
		return condition(r, depth-1)
	default:
		ops := []expression.Op{expression.Add, expression.Sub, expression.Mul, expression.Div, expression.Mod, expression.Min, expression.Max}
		return bin(ops[r.IntN(len(ops))], sub(), sub())
	}
}

func condition(r *rand.Rand, depth int) expression.Node {
	if depth > 0 && r.IntN(3) == 0 {
		ops := []expression.Op{expression.And, expression.Or, expression.Xor}
		return bin(ops[r.IntN(len(ops))], condition(r, depth-1), condition(r, depth-1))
	}
	ops := []expression.Op{expression.Less, expression.LessEqual, expression.Greater, expression.GreaterEqual, expression.Equal, expression.NotEqual}
	return bin(ops[r.IntN(len(ops))], tree(r, depth), tree(r, depth))
}

// near compares results; computations in another order differ in the last digits.
func near(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-9*(1+math.Abs(a)+math.Abs(b))
}

// What is printed must mean to the simulator what the tree means to Beagle: in
// spite of whole numbers that divide without remainder and overflow.
func TestThePrintedTextMeansWhatTheTreeMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	compared, trees := 0, 2_000
	if need.Long() {
		trees = 200_000
	}
	for range trees {
		node := tree(r, 4)
		values := expression.Assignment{
			{Name: "n", Char: model.ValueOf}: model.NumberValue(float64(r.IntN(50))), {Name: "d", Char: model.ValueOf}: model.NumberValue(math.Round(r.Float64()*1e4) / 100),
			{Name: "b", Char: model.ValueOf}: model.BoolValue(r.IntN(2) == 0), {Name: "list", Char: model.NumberOfElements}: model.NumberValue(float64(r.IntN(20))),
		}
		want, err := expression.Eval(node, values)
		if err != nil || math.IsNaN(want) || math.Abs(want) > 1e6 {
			continue
		}
		for _, place := range []Place{Demand, Value, Iterations} {
			text, err := Print(node, place, typed...)
			if err != nil {
				t.Fatalf("%s: %v", expression.String(node), err)
			}
			x, problems := CheckIn(text, place, nil)
			if x == nil {
				t.Fatalf("%s was printed as %s: %v", expression.String(node), text, problems)
			}
			for _, p := range problems {
				if strings.HasPrefix(p.Rule, "stoex-old") || p.Severity == model.Error {
					t.Fatalf("%s was printed as %s: %v", expression.String(node), text, p)
				}
			}
			if fragile(node, values) {
				continue // at the edge of a comparison or a rounding, digits decide
			}
			compared++
			got := simulate(t, text, x, values, place)
			switch place {
			case Demand:
				want = max(0, want)
			case Iterations:
				if strings.Contains(text, "PMF") {
					continue
				}
				want, _ = expression.Eval(node, values)
				if math.Abs(got-want) > 0.5+1e-9 {
					t.Fatalf("%s is %v, printed as %s it is %v", expression.String(node), want, text, got)
				}
				continue
			default:
				want, _ = expression.Eval(node, values)
			}
			if !near(got, want) {
				t.Fatalf("%s is %v at %v, printed as %s it is %v", expression.String(node), want, values, text, got)
			}
		}
	}
	if compared < trees {
		t.Errorf("only %d results were compared", compared)
	}
}

// simulate evaluates text as the simulator does, and translated back.
func simulate(t *testing.T, text string, x Expr, values expression.Assignment, place Place) float64 {
	t.Helper()
	given := map[model.Variable]Val{}
	for v, value := range values {
		switch {
		case value.Kind == model.Bool:
			given[v] = BoolValue(value.Num != 0)
		case v.Name == "d":
			given[v] = DoubleValue(value.Num)
		default:
			given[v] = IntValue(int32(value.Num))
		}
	}
	v, err := Eval(x, given, NewRandom(1))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if _, ok := v.Int(); place == Iterations && !ok {
		t.Fatalf("%s is %s, not a whole number", text, v.Type())
	}
	got, ok := v.Float()
	if yes, isBool := v.Bool(); isBool {
		ok = true
		if yes {
			got = 1
		}
	}
	if !ok {
		t.Fatalf("%s is %s", text, v)
	}
	if back, err := ToNode(x, typed...); err == nil {
		if again, err := expression.Eval(back, values); err != nil || !near(again, got) {
			t.Fatalf("%s is %v, translated back to %s it is %v (%v)", text, got, expression.String(back), again, err)
		}
	}
	return got
}

// fragile reports whether the value depends on the last digits of a number.
func fragile(n expression.Node, values expression.Assignment) bool {
	value := func(n expression.Node) float64 {
		v, err := expression.Eval(n, values)
		if err != nil {
			return math.NaN()
		}
		return v
	}
	switch n := n.(type) {
	case expression.Unary:
		x := value(n.Arg)
		edge := math.Abs(x*2-math.Round(x*2)) < 1e-6 && x != math.Trunc(x) || math.IsInf(x, 0) || math.IsNaN(x) || math.Abs(x) > 1e9
		return edge && n.Func != expression.Neg && n.Func != expression.Not || fragile(n.Arg, values)
	case expression.Binary:
		x, y := value(n.Left), value(n.Right)
		switch {
		case math.IsNaN(x) || math.IsNaN(y) || math.IsInf(x, 0) || math.IsInf(y, 0):
			return true
		case n.Op == expression.Mod && (y == 0 || math.Abs(x/y-math.Round(x/y)) < 1e-6 && (x != math.Trunc(x) || y != math.Trunc(y))):
			return true
		case n.Op.Compares() && x != y && near(x, y):
			return true
		}
		return fragile(n.Left, values) || fragile(n.Right, values)
	case expression.If:
		return math.IsNaN(value(n.Cond)) || fragile(n.Cond, values) || fragile(n.Then, values) || fragile(n.Else, values)
	}
	return false
}

// govaluate knows nothing of Palladio: where both languages have the same
// operators on floating point numbers, they must agree.
func TestArithmeticAgreesWithGovaluate(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var build func(depth int) (ours, theirs string)
	build = func(depth int) (string, string) {
		if depth == 0 {
			x := FormatDouble(math.Round(r.Float64()*1000) / 10)
			return x, x
		}
		a, a2 := build(depth - 1)
		b, b2 := build(depth - 1)
		op := []string{"+", "-", "*", "/", "%"}[r.IntN(5)]
		if r.IntN(4) == 0 {
			cmp := []string{"<", ">", "<=", ">="}[r.IntN(4)]
			c, c2 := build(depth - 1)
			return "(" + a + " " + cmp + " " + b + " ? " + a + " : " + c + ")", "((" + a2 + " " + cmp + " " + b2 + ") ? " + a2 + " : " + c2 + ")"
		}
		return "(" + a + " " + op + " " + b + ")", "(" + a2 + " " + op + " " + b2 + ")"
	}
	for range 3000 {
		ours, theirs := build(1 + r.IntN(4))
		x, err := Parse(ours)
		if err != nil {
			t.Fatalf("%s: %v", ours, err)
		}
		v, err := Eval(x, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", ours, err)
		}
		e, err := govaluate.NewEvaluableExpression(theirs)
		if err != nil {
			t.Fatalf("%s: %v", theirs, err)
		}
		want, err := e.Evaluate(nil)
		if err != nil {
			t.Fatalf("%s: %v", theirs, err)
		}
		got, _ := v.Float()
		if !near(got, want.(float64)) && !math.IsInf(got, 0) {
			t.Fatalf("%s is %v, govaluate says %v", ours, got, want)
		}
	}
}
