package steps

import (
	"context"
	"math"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/decimal"
	"beagle/statistics/leastsquares"
	"beagle/statistics/regression"
)

// Limits on what is looked for between bounds.
const (
	mostBounds  = 3  // parameters that may bound a count from one side
	mostLines   = 6  // parameters that lines are made of
	fewestFree  = 3  // points that no bound explains
	lineSample  = 64 // points that a line is fitted to; all are compared with it
	mostWidths  = 12 // widths of steps that are tried, the roundest first
	widestSteps = 1 << 12
)

// bound is what a count never exceeds, or never falls below, and often equals:
// a page's size, or nothing.
type bound struct {
	node   expression.Node
	values []float64
}

// bounded looks for counts between bounds: Max(0, Min(50, total - 50 * page)).
// What the bounds do not explain has to be a line, a staircase, or how often something was doubled.
func (s *exactly) bounded(ctx context.Context) {
	lower, upper := s.bounds(expression.Max), s.bounds(expression.Min)
	for _, low := range lower {
		for _, high := range upper {
			if ctx.Err() != nil {
				return
			}
			var free []int
			for i, y := range s.data.Y {
				if (low.node == nil || y != low.values[i]) && (high.node == nil || y != high.values[i]) {
					free = append(free, i)
				}
			}
			if len(free) < fewestFree {
				continue
			}
			finish := func(n expression.Node) {
				if high.node != nil {
					n = expression.Binary{Op: expression.Min, Left: high.node, Right: n}
				}
				if low.node != nil {
					n = expression.Binary{Op: expression.Max, Left: low.node, Right: n}
				}
				s.offer(n)
			}
			if low.node != nil || high.node != nil {
				s.lines(free, finish)
			}
			s.shifted(free, finish)
			s.doubled(free, finish)
		}
	}
}

// bounds are what a count may be kept above (Max) or below (Min), first nothing.
func (s *exactly) bounds(keep expression.Op) []bound {
	extreme := slices.Min(s.data.Y)
	if keep == expression.Min {
		extreme = slices.Max(s.data.Y)
	}
	same := make([]float64, s.data.Points())
	for i := range same {
		same[i] = extreme
	}
	out := []bound{{}, {expression.Constant(extreme), same}}
	for _, v := range s.numbers() {
		equal, within := 0, true
		for i, y := range s.data.Y {
			if y == v.Values[i] {
				equal++
			}
			within = within && (y == v.Values[i] || (keep == expression.Max) == (y > v.Values[i]))
		}
		if within && equal > 1 && len(out) < 2+mostBounds {
			out = append(out, bound{v.Node, v.Values})
		}
	}
	return out
}

// lines are sums of one or two parameters, or products of them, and a number.
func (s *exactly) lines(free []int, finish func(expression.Node)) {
	numbers := s.numbers()
	terms := slices.Clone(numbers[:min(mostLines, len(numbers))])
	for i, t := range terms {
		for _, u := range terms[:i] {
			if p, ok := regression.NewTerm(s.data, expression.Binary{Op: expression.Mul, Left: u.Node, Right: t.Node}); ok {
				terms = append(terms, p)
			}
		}
	}
	some := free
	if len(free) > lineSample {
		some = make([]int, lineSample)
		for i := range some {
			some[i] = free[i*len(free)/lineSample]
		}
	}
	part := s.data.Part(some)
	one, weight := regression.One(part), leastsquares.Ones(len(some))
	columns := make([][]float64, len(terms))
	for i, t := range terms {
		columns[i] = make([]float64, len(some))
		for j, p := range some {
			columns[i][j] = t.Values[p]
		}
		terms[i].Values = columns[i]
	}
	try := func(chosen ...regression.Term) {
		if len(some) <= len(chosen) {
			return
		}
		values := make([][]float64, len(chosen))
		for i, t := range chosen {
			values[i] = t.Values
		}
		coef, rss := leastsquares.Solve(values, part.Y, weight)
		if coef == nil || rss > 1e-6*float64(len(some)) {
			return
		}
		if n, ok := regression.SnapExact(part, coef, chosen); ok {
			finish(n)
		}
	}
	for i, t := range terms {
		try(t)
		try(one, t)
		for _, u := range terms[:i] {
			try(u, t)
			try(one, u, t)
		}
	}
}

// shifted are the staircases Floor((x - c) / k) + b and Ceil((x - c) / k) + b,
// where k is a number or a parameter.
func (s *exactly) shifted(free []int, finish func(expression.Node)) {
	for _, x := range s.numbers() {
		if !decimal.Whole(x.Values) {
			continue
		}
		possible := 0
		for _, k := range widths(s.data.Y, x.Values, free) {
			if s.steps(free, x, expression.Constant(k), func(int) float64 { return k }, 0, finish) {
				possible++
			}
			if possible == mostWidths {
				break
			}
		}
		for _, k := range s.numbers() {
			if k.Node == x.Node || slices.ContainsFunc(free, func(p int) bool { return k.Values[p] <= 0 }) {
				continue
			}
			for b := -1.0; b <= 1; b++ {
				s.steps(free, x, k.Node, func(p int) float64 { return k.Values[p] }, b, finish)
			}
		}
	}
}

// doubled are how often something doubles until it reaches a number, or as long as it does not go beyond:
// Ceil(Log(2, x / c)) and Floor(Log(2, x / c)), and the same tenfold. The sizes c that say every count form
// an interval, of which one end is open.
func (s *exactly) doubled(free []int, finish func(expression.Node)) {
	for _, x := range s.numbers() {
		if slices.ContainsFunc(free, func(p int) bool { return x.Values[p] <= 0 }) {
			continue
		}
		for _, base := range []float64{2, 10} {
			floor, ceil := [2]float64{0, math.Inf(1)}, [2]float64{0, math.Inf(1)}
			for _, p := range free {
				c := x.Values[p] / math.Pow(base, s.data.Y[p])
				floor = [2]float64{max(floor[0], c/base), min(floor[1], c)}
				ceil = [2]float64{max(ceil[0], c), min(ceil[1], c*base)}
			}
			const inside = 1e-12 // of the end that is open
			both := []doubling{
				sizeWithin(expression.Floor, floor[0]*(1+inside), floor[1]),
				sizeWithin(expression.Ceil, ceil[0], ceil[1]*(1-inside)),
			}
			if digits(both[1].size) < digits(both[0].size) { // the rounder one is the program's
				slices.Reverse(both)
			}
			for _, f := range both {
				if math.IsNaN(f.size) {
					continue
				}
				shift := 0.0 // of a size below one: doublings that are always made
				for ; f.size < 1; shift++ {
					f.size *= base
				}
				of := expression.Node(expression.Binary{Op: expression.Div, Left: x.Node, Right: expression.Constant(f.size)})
				times := expression.Unary{Func: f.wrap, Arg: expression.Binary{Op: expression.Log, Left: expression.Constant(base), Right: of}}
				finish(expression.Binary{Op: expression.Add, Left: expression.Constant(shift), Right: times})
			}
		}
	}
}

// doubling is wrap(Log(base, x / size)).
type doubling struct {
	wrap expression.Func
	size float64
}

// sizeWithin has the roundest size of an interval; NaN: it is empty, or has no end.
func sizeWithin(wrap expression.Func, low, high float64) doubling {
	if low > high || low <= 0 || math.IsInf(high, 1) {
		return doubling{wrap, math.NaN()}
	}
	size, _ := decimal.Threshold(low, high, false, decimal.Often)
	return doubling{wrap, size}
}

// steps offers the staircases of a width, if there are any: those shifts c for which
// wrap((x - c) / k) + b says every count form an interval.
func (s *exactly) steps(free []int, x regression.Term, k expression.Node, width func(int) float64, b float64, finish func(expression.Node)) bool {
	fixed, isFixed := k.(expression.Constant)
	low, high := math.Inf(-1), math.Inf(1) // Floor: low < c <= high
	for _, p := range free {
		y := s.data.Y[p] - b
		low = max(low, x.Values[p]-width(p)*(y+1))
		high = min(high, x.Values[p]-width(p)*y)
		if low >= high && isFixed { // of parameters the one need not hold where the other does
			return false
		}
	}
	floor := staircase{expression.Floor, roundest(low+1, high)}
	ceil := staircase{expression.Ceil, roundest(low+float64(fixed), high+float64(fixed)-1)} // of whole numbers, Ceil(z / k) is Floor((z + k - 1) / k)
	if !isFixed {
		low, high = math.Inf(-1), math.Inf(1) // low <= c < high
		for _, p := range free {
			y := s.data.Y[p] - b
			low = max(low, x.Values[p]-width(p)*y)
			high = min(high, x.Values[p]-width(p)*(y-1))
		}
		ceil.shift = roundest(low, high-1)
	}
	both := []staircase{floor, ceil}
	if decimal.Digits(ceil.shift) < decimal.Digits(floor.shift) {
		slices.Reverse(both)
	}
	for _, f := range both {
		if math.IsNaN(f.shift) {
			continue
		}
		write := func(c, b float64) {
			shift := expression.Binary{Op: expression.Sub, Left: x.Node, Right: expression.Constant(c)}
			var quotient expression.Node = expression.Binary{Op: expression.Div, Left: shift, Right: k}
			finish(expression.Binary{Op: expression.Add, Left: expression.Constant(b), Right: expression.Unary{Func: f.wrap, Arg: quotient}})
		}
		write(f.shift, b)
		if isFixed { // whole steps can stand outside
			whole := math.Floor(f.shift / float64(fixed))
			write(f.shift-whole*float64(fixed), b-whole)
			write(f.shift-(whole+1)*float64(fixed), b-whole-1)
		}
	}
	return true
}

// staircase is wrap((x - shift) / k).
type staircase struct {
	wrap  expression.Func
	shift float64
}

// roundest is the whole number of an interval that a program most likely has:
// zero, where that is possible; NaN where there is none.
func roundest(low, high float64) float64 {
	switch {
	case !(low <= high):
		return math.NaN()
	case low <= 0 && high >= 0:
		return 0
	case low == high:
		return low
	}
	c, _ := decimal.Threshold(low, high, true, decimal.Sometimes)
	return c
}

// widths are the whole widths that steps may have, the roundest first: between
// the points whose counts differ most lie that many steps, up to one.
func widths(y, x []float64, points []int) []float64 {
	bottom, top := points[0], points[0]
	for _, p := range points {
		if y[p] < y[bottom] {
			bottom = p
		}
		if y[p] > y[top] {
			top = p
		}
	}
	rise, run := y[top]-y[bottom], x[top]-x[bottom]
	if rise < 2 || run <= 0 || run > widestSteps*rise {
		return nil
	}
	var out []float64
	for k := math.Max(2, math.Floor(run/(rise+1))); k <= math.Ceil(run/(rise-1)); k++ {
		out = append(out, k)
	}
	slices.SortStableFunc(out, func(a, b float64) int { return digits(a) - digits(b) })
	return out
}

// digits are those of a number; a power of two counts as one.
func digits(k float64) int {
	if frac, _ := math.Frexp(k); frac == 0.5 {
		return 1
	}
	return decimal.Digits(k)
}
