package search

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/leastsquares"
	"beagle/statistics/regression"
	"beagle/statistics/robust"
)

// sizes are what blocks, pages, buffers and nodes hold: one of them may stand in
// a program as a number.
var sizes = []float64{4, 8, 10, 16, 20, 32, 50, 64, 100, 128, 256, 500, 512, 1000, 1024, 2048, 4096, 8192, 10_000, 16_384, 65_536}

// steps are what a number is rounded to: blocks of a size, levels of a tree
// with nodes of a size.
func (b *builder) steps(v number) (all []expression.Node) {
	low := v.largest / max(v.ratio, 1)
	for _, size := range sizes {
		if v.positive && v.largest > 2*size && low < size*size {
			all = append(all, expression.Unary{Func: expression.Ceil, Arg: op(expression.Log, expression.Constant(size), v.node)})
		}
		if steps := (v.largest - low) / size; steps > 2 && steps < 400 {
			all = append(all, expression.Unary{Func: expression.Ceil, Arg: op(expression.Div, v.node, expression.Constant(size))})
		}
	}
	return all
}

// doublings are what is done once and again each time that a number has doubled
// from some size on: a window that opens, a buffer that grows. The size is the
// one of a grid that explains most, beside a constant and the number itself.
func (b *builder) doublings(v number) {
	low := v.largest / max(v.ratio, 1)
	if low <= 0 || v.ratio < 8 {
		return
	}
	x := b.data.Column(v.node.(expression.Variable).Variable).Num
	weight := regression.NewNoise(b.data, 0).LeastSquares(b.data)
	columns := [][]float64{regression.One(b.data).Values, x, make([]float64, len(x))}
	// What the sum of squares is for doublings from some size on: least squares with that
	// column as the third.
	left := func(size float64) float64 {
		for i := range x {
			columns[2][i] = math.Floor(math.Log2(1 + x[i]/size))
		}
		_, rss := leastsquares.Solve(columns, b.data.Y, weight)
		return rss
	}
	const grid = 32
	from := max(low, v.largest/4096)
	step := math.Pow(v.largest/from, 1./grid)
	best, least := from, math.Inf(1)
	// A logarithmic grid of sizes, then each half step around the best of it.
	for i := range grid {
		if size := from * math.Pow(step, float64(i)); left(size) < least {
			best, least = size, left(size)
		}
	}
	for range 8 {
		step = math.Sqrt(step)
		for _, size := range []float64{best * step, best / step} {
			if rss := left(size); rss < least {
				best, least = size, rss
			}
		}
	}
	b.add(expression.Unary{Func: expression.Floor, Arg: logOf(op(expression.Div, v.node, expression.Constant(best)), false)})
}

// blocks counts the blocks that a number begins, by the size that explains most beside a constant and the number itself: what fits a
// frame, a record, a tile. Exact counts are left to the analyser steps.
func (b *builder) blocks(v number) []expression.Node {
	const most = 300 // blocks
	if !b.data.Noisy || !v.positive || v.largest < 8 || v.ratio < 2 {
		return nil
	}
	line, ok := regression.NewTerm(b.data, v.node)
	if !ok {
		return nil
	}
	t := &table{d: b.data, all: single(b.data, []regression.Term{line})}
	t.blocks(inputOf(*b.data.Column(v.node.(expression.Variable).Variable)), most)
	s := newSearch(b.data, t.all, regression.NewNoise(b.data, 0).LeastSquares(b.data))
	if len(s.families) < 3 {
		return nil
	}
	beside := s.of([]*member{s.families[0][0], s.families[1][0]})
	if beside == nil {
		return nil
	}
	best := &options{most: 1}
	beside.extend(best, 2)
	for _, o := range best.shortest() {
		if a := s.of(append(slices.Clone(beside.members), o.with)); a != nil {
			return []expression.Node{s.finer(a).members[2].form.term.Node}
		}
	}
	return nil
}

// growths are exponentials: their base is what one more multiplies the target
// by, where the target is large.
func (b *builder) growths(v number) (all []expression.Node) {
	for _, base := range bases(b.growth(v, true)) {
		all = append(all, op(expression.Pow, expression.Constant(base), v.node))
	}
	return all
}

// decays are a cost divided by an exponential: levels of detail, halved each time.
// Their base shows where the exponent is small.
func (b *builder) decays(v, cost number) {
	for _, base := range bases(-b.growth(v, false)) {
		b.add(op(expression.Div, cost.node, op(expression.Pow, expression.Constant(base), v.node)))
	}
}

// bases are round ones near what one more adds to a logarithm; none where that
// is little or absurd.
func bases(growth float64) (all []float64) {
	if !(growth >= 0.2 && growth <= 4) {
		return nil
	}
	base := math.Exp(growth)
	for _, c := range []float64{math.Round(base), math.Round(10*base) / 10, math.Round(100*base) / 100} {
		if c > 1 && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

// growth is what one more of a number adds to the target's logarithm, where the number is
// large or where it is small: the slope of a regression that knows the other numbers'
// logarithms; 0 for numbers beyond 60, whose exponentials no program waits for.
func (b *builder) growth(v number, large bool) float64 {
	if v.largest > 60 {
		return 0
	}
	x := b.data.Column(v.node.(expression.Variable).Variable).Num
	values := slices.Sorted(slices.Values(x))
	low, high := robust.Quantile(values, 0.4), math.Inf(1)
	if !large {
		low, high = math.Inf(-1), robust.Quantile(values, 0.6)
	}
	// Only points at the asked end of the range have a weight.
	columns, target, weight := [][]float64{x, regression.One(b.data).Values}, make([]float64, len(x)), make([]float64, len(x))
	for _, c := range b.data.Columns {
		if c.Kind == model.Number && c.Variable != v.node.(expression.Variable).Variable && slices.Min(c.Num) > 0 {
			logs := make([]float64, len(x))
			for i, y := range c.Num {
				logs[i] = math.Log(y)
			}
			columns = append(columns, logs)
		}
	}
	for i, y := range b.data.Y {
		if y > 0 && x[i] >= low && x[i] <= high {
			target[i], weight[i] = math.Log(y), 1
		}
	}
	coefficients, _ := leastsquares.Solve(columns, target, weight)
	if coefficients == nil {
		return 0
	}
	return coefficients[0]
}

// slower is the larger or the smaller of two costs, times times. What one costs is a ratio of
// what the other does: one of those by which they differ, or better, the one
// with which the two explain most of the target alone.
func (b *builder) slower(v, w, times number) {
	if !v.positive || !w.positive {
		return
	}
	x, y := b.data.Column(v.node.(expression.Variable).Variable).Num, b.data.Column(w.node.(expression.Variable).Variable).Num
	ratios := make([]float64, len(x))
	for i := range x {
		ratios[i] = x[i] / y[i]
	}
	// Try both: the larger of two costs where both are waited for, the smaller where the
	// first one wins.
	slices.Sort(ratios)
	weight := regression.NewNoise(b.data, 0).LeastSquares(b.data)
	factor := regression.One(b.data).Values
	if t, ok := times.node.(expression.Variable); ok {
		factor = b.data.Column(t.Variable).Num
	}
	for _, of := range []struct {
		op     expression.Op
		choose func(a, b float64) float64
	}{{expression.Max, math.Max}, {expression.Min, math.Min}} {
		left := func(r float64) float64 { // what one coefficient leaves of the squares
			var zy, zz float64
			for i := range x {
				z := factor[i] * of.choose(x[i], r*y[i])
				zy += weight[i] * z * b.data.Y[i]
				zz += weight[i] * z * z
			}
			return -zy * zy / zz
		}
		const parts = 12
		best, step := ratios[0], 1.0
		for q := 1; q < parts; q++ {
			r := robust.Quantile(ratios, float64(q)/parts)
			if times.node == expression.Node(expression.Constant(1)) {
				b.add(op(of.op, v.node, op(expression.Mul, expression.Constant(r), w.node)))
			}
			if left(r) < left(best) {
				best, step = r, max(robust.Quantile(ratios, float64(q+1)/parts)/r, r/robust.Quantile(ratios, float64(q-1)/parts))
			}
		}
		for range 24 {
			for _, r := range []float64{best * step, best / step} {
				if left(r) < left(best) {
					best = r
				}
			}
			step = math.Sqrt(step)
		}
		b.add(expression.Simplify(op(expression.Mul, times.node, op(of.op, v.node, op(expression.Mul, expression.Constant(best), w.node)))))
	}
}

// trees have nodes and heights that follow from how many children a node has.
func (b *builder) trees(children, other number) {
	low := children.largest / children.ratio
	if !children.positive || children.largest > 4096 || !other.positive {
		return
	}
	if other.largest <= 30 {
		nodes := op(expression.Pow, children.node, other.node)
		b.add(nodes, op(expression.Pow, children.node, op(expression.Add, other.node, expression.Constant(1))), op(expression.Mul, nodes, other.node))
	}
	if low < 2 {
		return
	}
	height := op(expression.Log, children.node, other.node)
	levels := expression.Unary{Func: expression.Ceil, Arg: height}
	b.add(height, levels, expression.Unary{Func: expression.Floor, Arg: height}, op(expression.Mul, other.node, height), op(expression.Mul, other.node, levels))
}

// tiles cover a plane with squares of a size.
func (b *builder) tiles(v, w number) {
	for _, size := range sizes {
		if v.largest > 2*size && w.largest > 2*size && max(v.largest, w.largest) < 400*size {
			b.add(op(expression.Mul,
				expression.Unary{Func: expression.Ceil, Arg: op(expression.Div, v.node, expression.Constant(size))},
				expression.Unary{Func: expression.Ceil, Arg: op(expression.Div, w.node, expression.Constant(size))}))
		}
	}
}
