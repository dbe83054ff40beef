package steps

import (
	"context"
	"math"

	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
)

// Limits of going through all small expressions.
const (
	mostInputs    = 6    // whole numbers that they are made of
	mostParts     = 400  // different parts: inputs, and what one operation makes of them
	mostCompared  = 256  // points on which parts are told apart and pairs are compared; what remains is compared with all
	sureOf        = 7    // nats by which a count must say more than a choice among all that was tried
	largestNumber = 1e15 // of a part: above, whole numbers are not exact
)

// part is a small expression with its values.
type part struct {
	node   expression.Node
	values []float64
}

// operation joins two whole numbers to a third; false where it is not defined, or StoEx and Java round it
// differently.
type operation struct {
	apply     func(a, b float64) (float64, bool)
	node      func(a, b expression.Node) expression.Node
	symmetric bool
}

// binary is a node of two.
func binary(op expression.Op) func(a, b expression.Node) expression.Node {
	return func(a, b expression.Node) expression.Node { return expression.Binary{Op: op, Left: a, Right: b} }
}

// quotient is a rounded quotient.
func quotient(f expression.Func) func(a, b expression.Node) expression.Node {
	return func(a, b expression.Node) expression.Node {
		return expression.Unary{Func: f, Arg: expression.Binary{Op: expression.Div, Left: a, Right: b}}
	}
}

// operations are what loops count with: sums, distances, products, started, full and rounded blocks,
// remainders and bounds.
var operations = []operation{
	{func(a, b float64) (float64, bool) { return a + b, true }, binary(expression.Add), true},
	{func(a, b float64) (float64, bool) { return a - b, true }, binary(expression.Sub), false},
	{func(a, b float64) (float64, bool) { return a * b, true }, binary(expression.Mul), true},
	{func(a, b float64) (float64, bool) { return min(a, b), true }, binary(expression.Min), true},
	{func(a, b float64) (float64, bool) { return max(a, b), true }, binary(expression.Max), true},
	{func(a, b float64) (float64, bool) { return math.Floor(a / b), a >= 0 && b > 0 }, quotient(expression.Floor), false},
	{func(a, b float64) (float64, bool) { return math.Ceil(a / b), a >= 0 && b > 0 }, quotient(expression.Ceil), false},
	{func(a, b float64) (float64, bool) { return math.Floor(a/b + 0.5), a >= 0 && b > 0 }, quotient(expression.Round), false},
	{func(a, b float64) (float64, bool) { return math.Mod(a, b), a >= 0 && b > 0 }, binary(expression.Mod), false},
	{func(a, b float64) (float64, bool) { return math.Abs(a - b), true }, func(a, b expression.Node) expression.Node {
		return expression.Unary{Func: expression.Abs, Arg: expression.Binary{Op: expression.Sub, Left: a, Right: b}}
	}, true},
	{func(a, b float64) (float64, bool) { return max(0, a-b), true }, func(a, b expression.Node) expression.Node {
		return expression.Binary{Op: expression.Max, Left: expression.Constant(0), Right: expression.Binary{Op: expression.Sub, Left: a, Right: b}}
	}, false},
}

// functions are what one input alone is counted by.
var functions = []struct {
	apply func(float64) float64
	node  func(expression.Node) expression.Node
}{
	{func(x float64) float64 { return math.Floor(math.Log2(x)) }, func(n expression.Node) expression.Node {
		return expression.Unary{Func: expression.Floor, Arg: expression.Binary{Op: expression.Log, Left: expression.Constant(2), Right: n}}
	}},
	{func(x float64) float64 { return math.Floor(math.Sqrt(x)) }, func(n expression.Node) expression.Node {
		return expression.Unary{Func: expression.Floor, Arg: expression.Unary{Func: expression.Sqrt, Arg: n}}
	}},
}

// enumerated goes through all expressions of up to three operations on the inputs, 1 and 2, and offers those
// that say every count but for a factor and a summand: y = a * ((x . y) . (z . u)) + b. Parts with the
// same values count once ("observational equivalence": Udupa et al., "TRANSIT: specifying protocols with
// concolic snippets", 2013; Albarghouthi et al., "Recursive program synthesis", 2013).
//
// Among many expressions one says few counts by chance. So no more are tried than the counts can tell apart:
// by what they say (codelength.Values).
func (s *exactly) enumerated(ctx context.Context) {
	points := s.compared()
	y := dataset.Pick(s.data.Y, points)
	parts, inputs := s.parts(points)
	said := codelength.Values(y) * (1 - 2/float64(len(y))) // two are taken by a factor and a summand
	most := math.Exp(said - sureOf)                        // pairs
	tried := 0.0
	// What holds an input comes first: small expressions before large ones.
	for limit := inputs; ; limit = len(parts) {
		for i, a := range parts[:limit] {
			if ctx.Err() != nil {
				return
			}
			for j, b := range parts[:limit] {
				if limit > inputs && i < inputs && j < inputs {
					continue // tried
				}
				for o := range operations {
					if operations[o].symmetric && j < i {
						continue
					}
					if tried++; tried > most {
						return
					}
					if s.affine(y, &operations[o], &a, &b) {
						return
					}
				}
			}
		}
		if limit == len(parts) {
			return
		}
	}
}

// compared are the points that pairs are compared at. The first two are those of the smallest and the largest
// count, which a factor and a summand are worked out from.
func (s *exactly) compared() []int {
	at := endsOf(s.data.Y)
	points := []int{at.low, at.high}
	count := min(mostCompared, s.data.Points())
	for i := range count {
		if p := i * s.data.Points() / count; p != at.low && p != at.high {
			points = append(points, p)
		}
	}
	return points
}

// parts are the inputs with 1 and 2, and what one operation makes of them; the first so many hold no operation.
func (s *exactly) parts(points []int) (parts []part, leaves int) {
	known := map[string]bool{}
	add := func(n expression.Node, values []float64) {
		if len(parts) == mostParts {
			return
		}
		key := make([]byte, 0, 8*len(values))
		for _, v := range values {
			if !(math.Abs(v) <= largestNumber) {
				return
			}
			for bits := math.Float64bits(v + 0); ; bits >>= 8 { // + 0 takes the sign off a zero
				key = append(key, byte(bits))
				if bits < 256 {
					break
				}
			}
			key = append(key, ';')
		}
		if known[string(key)] {
			return
		}
		known[string(key)] = true
		parts = append(parts, part{expression.Simplify(n), values})
	}
	for _, v := range s.numbers() {
		if len(parts) < mostInputs && decimal.Whole(v.Values) {
			add(v.Node, dataset.Pick(v.Values, points))
		}
	}
	inputs := len(parts)
	for _, c := range []float64{1, 2} {
		values := make([]float64, len(points))
		for i := range values {
			values[i] = c
		}
		add(expression.Constant(c), values)
	}
	leaves = len(parts)
	for _, x := range parts[:inputs] {
		for _, f := range functions {
			values := make([]float64, len(points))
			for i, v := range x.values {
				values[i] = f.apply(v)
			}
			add(f.node(x.node), values)
		}
	}
	for i, a := range parts[:leaves] {
		for j, b := range parts[:leaves] {
			for _, o := range operations {
				if o.symmetric && j < i || i >= inputs && j >= inputs {
					continue
				}
				values, ok := make([]float64, len(points)), true
				for k := 0; k < len(points) && ok; k++ {
					values[k], ok = o.apply(a.values[k], b.values[k])
				}
				if ok {
					add(o.node(a.node, b.node), values)
				}
			}
		}
	}
	return parts, leaves
}

// affine offers a times an operation on two parts plus b, if that says the counts. The factor is a whole
// number or one by such. true: it is a polynomial, and what else says the same would only hide that.
func (s *exactly) affine(y []float64, o *operation, p, q *part) bool {
	low, ok := o.apply(p.values[0], q.values[0])
	high, fine := o.apply(p.values[1], q.values[1])
	if !ok || !fine || low == high {
		return false
	}
	a := (y[1] - y[0]) / (high - low)
	if a != math.Trunc(a) && 1/a != math.Trunc(1/a) {
		return false
	}
	b := y[0] - a*low
	for i := 2; i < len(y); i++ {
		v, ok := o.apply(p.values[i], q.values[i])
		if !ok || math.Abs(a*v+b-y[i]) > 1e-9*max(1, math.Abs(y[i])) {
			return false
		}
	}
	n := expression.Simplify(o.node(p.node, q.node))
	if polynomial(n) {
		return true
	}
	if a != 1 {
		n = expression.Binary{Op: expression.Mul, Left: expression.Constant(a), Right: n}
	}
	s.offer(expression.Binary{Op: expression.Add, Left: n, Right: expression.Constant(b)})
	return false
}

// polynomial reports whether there are only sums and products, which regression finds.
func polynomial(n expression.Node) bool {
	only := true
	expression.Walk(n, func(n expression.Node) bool {
		switch n := n.(type) {
		case expression.Constant, expression.Variable:
		case expression.Binary:
			only = only && (n.Op == expression.Add || n.Op == expression.Sub || n.Op == expression.Mul)
		default:
			only = false
		}
		return only
	})
	return only
}
