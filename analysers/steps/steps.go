// Package steps proposes exact counts of started or full blocks, such as Ceil(n / 16), Floor(Log(2, n)) + 1 or n % 8.
//
// Counts are explained exactly: the factors for which Floor(s * f) says every
// count form an interval, and the simplest fraction of the interval is taken
// (Stern 1858, Brocot 1861). Counts may be kept within bounds, constant ones or
// parameters: the last page has Max(0, Min(50, total - 50 * page)) rows. And all expressions of up to three operations on
// inputs are gone through: 1 + Max(k, n - k), Floor(n / (k + 1)).
package steps

import (
	"context"
	"math"

	"beagle/analysers/analyser"
	"beagle/analysers/search"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
	"beagle/statistics/leastsquares"
	"beagle/statistics/regression"
)

// Analyser proposes exact counts.
var Analyser = &analyser.Analyser{
	Name:  "steps",
	Doc:   "exact counts by few operations, with started or full blocks, remainders and bounds: Floor, Ceil, %, Min, Max",
	Kinds: []model.Kind{model.InternalAction, model.Loop, model.CallParameter},
	Run: func(ctx context.Context, p *analyser.Pass) error {
		if p.Data.Target.Kind != model.Number || p.Data.Noisy {
			return nil
		}
		if node := Exact(ctx, p.Data); node != nil {
			p.Propose(blackboard.Proposal{Expression: node, Why: "the simplest of bounds, blocks and remainders that says every count exactly"})
		}
		return nil
	},
}

// Exact is the shortest expression found that says every integer of a target exactly;
// nil where there is none.
func Exact(ctx context.Context, d *dataset.Data) expression.Node {
	if d.Points() < 4 || !decimal.Whole(d.Y) || dataset.RelativeError(d, constant(d)) == 0 {
		return nil
	}
	s := &exactly{data: d, terms: search.Terms(d), length: math.Inf(1)}
	s.terms = append(s.terms, s.strides()...)
	for _, t := range s.terms {
		s.ends = append(s.ends, endsOf(t.Values))
	}
	s.remainders()
	s.direct(d.Y, func(n expression.Node) expression.Node { return n })
	for _, v := range s.numbers() {
		if ctx.Err() != nil {
			break
		}
		s.multiplied(v)
		s.besides(v)
	}
	s.bounded(ctx)
	s.enumerated(ctx)
	return s.best
}

// constant are the values of a target that never varies, at all points.
func constant(d *dataset.Data) []float64 {
	out := make([]float64, d.Points())
	for i := range out {
		out[i] = d.Y[0]
	}
	return out
}

// exactly is the search for steps beside some terms, with the best that was found by now.
type exactly struct {
	data   *dataset.Data
	terms  []regression.Term
	ends   []ends // of each term
	best   expression.Node
	length float64
}

// numbers are the terms that are plain variables.
func (s *exactly) numbers() []regression.Term {
	var out []regression.Term
	for _, t := range s.terms {
		if _, ok := t.Node.(expression.Variable); ok {
			out = append(out, t)
		}
	}
	return out
}

// strides are how often a step fits between two numbers.
func (s *exactly) strides() []regression.Term {
	const most = 4 // numbers
	numbers := s.numbers()
	numbers = numbers[:min(most, len(numbers))]
	var out []regression.Term
	add := func(n expression.Node) {
		if t, ok := regression.NewTerm(s.data, n); ok {
			out = append(out, t)
		}
	}
	for _, from := range numbers {
		for _, to := range numbers {
			if from.Node == to.Node {
				continue
			}
			between := expression.Binary{Op: expression.Sub, Left: to.Node, Right: from.Node}
			add(between)
			for _, step := range numbers {
				if step.Node != from.Node && step.Node != to.Node {
					add(expression.Binary{Op: expression.Div, Left: between, Right: step.Node})
				}
			}
		}
	}
	return out
}

// offer takes an expression that is right if it is the shortest so far.
func (s *exactly) offer(n expression.Node) {
	n = expression.Simplify(n)
	// A number that looks fitted was found by search, and no programmer wrote it.
	length := codelength.Length(n, len(s.data.Columns), s.data.Points()) + 3*float64(codelength.Constants(n))
	if length >= s.length {
		return
	}
	f, err := s.data.Evaluate(n)
	if err != nil {
		return
	}
	for i, y := range s.data.Y {
		if math.Abs(f[i]-y) > 1e-9*max(1, math.Abs(y)) {
			return
		}
	}
	s.best, s.length = n, length
}

// multiplied looks for a staircase times a variable.
func (s *exactly) multiplied(v regression.Term) {
	quotient := make([]float64, len(s.data.Y))
	for i, y := range s.data.Y {
		if v.Values[i] == 0 {
			return
		}
		quotient[i] = y / v.Values[i]
	}
	if !decimal.Whole(quotient) {
		return
	}
	s.direct(quotient, func(n expression.Node) expression.Node {
		return expression.Binary{Op: expression.Mul, Left: n, Right: v.Node}
	})
}

// besides looks for a staircase plus an integer times a variable, whose
// coefficient least squares gives closely enough.
func (s *exactly) besides(v regression.Term) {
	one := regression.One(s.data)
	weight := make([]float64, s.data.Points())
	for i := range weight {
		weight[i] = 1
	}
	tried := map[float64]bool{0: true}
	for _, t := range s.terms {
		coef, _ := leastsquares.Solve([][]float64{one.Values, t.Values, v.Values}, s.data.Y, weight)
		if coef == nil {
			continue
		}
		c := math.Round(coef[2])
		if tried[c] || math.Abs(coef[2]-c) > 0.1 {
			continue
		}
		tried[c] = true
		rest := make([]float64, s.data.Points())
		for i, y := range s.data.Y {
			rest[i] = y - c*v.Values[i]
		}
		s.direct(rest, func(n expression.Node) expression.Node {
			return expression.Binary{Op: expression.Add, Left: n, Right: regression.Scaled(c, v.Node)}
		})
	}
}

// direct looks for y = a * wrap(s * term) + b.
func (s *exactly) direct(y []float64, finish func(expression.Node) expression.Node) {
	a := divisor(y)
	if a == 0 {
		return
	}
	first := math.Mod(math.Mod(y[0], a)+a, a)
	for at, t := range s.terms {
		if straight(t.Values, y, s.ends[at]) {
			continue
		}
		for shift := -2.0; shift <= 3; shift++ {
			b := first + a*shift
			for _, wrap := range []expression.Func{expression.Floor, expression.Ceil} {
				factor := interval(t, y, b, a, wrap)
				if math.IsNaN(factor) || factor == 0 {
					continue
				}
				s.offer(finish(expression.Binary{
					Op: expression.Add, Left: expression.Constant(b),
					Right: regression.Scaled(a, expression.Unary{Func: wrap, Arg: times(factor, t.Node)}),
				}))
			}
		}
	}
}

// ends are the places of the least and the greatest value.
type ends struct{ low, high int }

// endsOf are the places of the smallest and the largest value.
func endsOf(x []float64) (e ends) {
	for i, v := range x {
		if v < x[e.low] {
			e.low = i
		}
		if v > x[e.high] {
			e.high = i
		}
	}
	return e
}

// straight reports whether y is a term times a number plus a number: a
// staircase that never rounds is none.
func straight(x, y []float64, at ends) bool {
	slope := (y[at.high] - y[at.low]) / (x[at.high] - x[at.low])
	for i, v := range x {
		if math.Abs(y[at.low]+slope*(v-x[at.low])-y[i]) > 1e-9*max(1, math.Abs(y[i])) {
			return false
		}
	}
	return true
}

// times writes a factor of 1/16 as a division.
func times(factor float64, n expression.Node) expression.Node {
	if by, whole := divisorOf(factor); whole {
		return expression.Binary{Op: expression.Div, Left: n, Right: expression.Constant(by)}
	}
	return expression.Simplify(regression.Scaled(factor, n))
}

// divisorOf is one by a factor, and whether that is a whole number.
func divisorOf(factor float64) (by float64, whole bool) {
	inverse := 1 / factor
	return math.Round(inverse), math.Abs(inverse-math.Round(inverse)) < 1e-9*inverse && inverse > 1.5
}

// interval is the simplest factor for which a * wrap(factor * x) + b is y in every
// point; NaN where there is none, which most points show at once.
func interval(t regression.Term, y []float64, b, a float64, wrap expression.Func) float64 {
	low, high := math.Inf(-1), math.Inf(1)
	openLow, openHigh := false, false
	atLeast := func(v float64, open bool) {
		if v > low || v == low && open {
			low, openLow = v, open
		}
	}
	atMost := func(v float64, open bool) {
		if v < high || v == high && open {
			high, openHigh = v, open
		}
	}
	for i, v := range t.Values {
		level := (y[i] - b) / a
		bottom, top := level, level+1 // floor: bottom <= s v < top
		if wrap == expression.Ceil {
			bottom, top = level-1, level // bottom < s v <= top
		}
		switch {
		case v > 0:
			atLeast(bottom/v, wrap == expression.Ceil)
			atMost(top/v, wrap == expression.Floor)
		case v < 0:
			atMost(bottom/v, wrap == expression.Ceil)
			atLeast(top/v, wrap == expression.Floor)
		case level != 0:
			return math.NaN()
		}
		if low > high {
			return math.NaN()
		}
	}
	if math.IsInf(low, 0) || math.IsInf(high, 0) {
		return math.NaN()
	}
	if openLow {
		low += 1e-12 * math.Abs(low)
	}
	if openHigh {
		high -= 1e-12 * math.Abs(high)
	}
	factor := simplest(low, high)
	if v, ok := t.Node.(expression.Variable); ok && low > 0 && high < 0.5 {
		// Blocks have round sizes, even if 1/8190 is simpler than 1/8192.
		size, _ := decimal.Threshold(1/high, 1/low, false, decimal.BinaryOf(v.Variable))
		if decimal.Digits(size) < decimal.Digits(1/factor) || math.Log2(size) == math.Trunc(math.Log2(size)) {
			return 1 / size
		}
	}
	return factor
}

// divisor is the greatest common divisor of the differences of integers.
func divisor(y []float64) float64 {
	g := 0.0
	for _, v := range y {
		a, b := math.Abs(v-y[0]), g
		for b != 0 {
			a, b = b, math.Mod(a, b)
		}
		g = a
	}
	return g
}
