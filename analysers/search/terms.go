package search

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/leastsquares"
	"beagle/statistics/regression"
	"beagle/statistics/robust"
)

// Limits on the number of terms.
const (
	maxTerms     = 420
	mostNumbers  = 8 // numbers that get terms
	mostCombined = 4 // numbers that are combined with each other
)

// op is a node with two operands.
func op(o expression.Op, l, r expression.Node) expression.Node {
	return expression.Binary{Op: o, Left: l, Right: r}
}

// number is a numeric variable with what its range allows.
type number struct {
	node     expression.Node
	positive bool // all values > 0: logarithm and reciprocal exist
	small    bool // so small that log(x) and log(x + 1) differ
	flag     bool // only 0 and 1: it has no form
	ratio    float64
	largest  float64
}

// numbers are the numeric variables with what decides which terms they may be in: their sign, size and
// range.
func numbers(d *dataset.Data) []number {
	var out []number
	for _, c := range d.Columns {
		if c.Kind != model.Number {
			continue
		}
		low, high := c.Num[0], c.Num[0]
		for _, x := range c.Num {
			low, high = min(low, x), max(high, x)
		}
		if low < 0 { // logs and roots need a sign; powers do not
			out = append(out, number{node: expression.Variable{Variable: c.Variable}, largest: high, ratio: -1})
			continue
		}
		out = append(out, number{
			node: expression.Variable{Variable: c.Variable}, positive: low > 0, small: low > 0 && low < 4, flag: dataset.Flag(c),
			largest: high, ratio: high / max(low, 1e-300),
		})
	}
	return out
}

// log is the logarithm to base 2; of x + 1 where x may be zero.
func (v number) log() expression.Node { return logOf(v.node, v.positive) }

// logOf is the logarithm to base 2 of an expression; of it and one where it may be zero.
func logOf(n expression.Node, positive bool) expression.Node {
	if !positive {
		n = op(expression.Add, n, expression.Constant(1))
	}
	return op(expression.Log, expression.Constant(2), n)
}

// square is an expression times itself: no power, since that is how people write it.
func square(n expression.Node) expression.Node { return op(expression.Mul, n, n) }

// power is an expression to the power of a number.
func power(n expression.Node, e float64) expression.Node {
	return op(expression.Pow, n, expression.Constant(e))
}

// sqrt is the root of an expression.
func sqrt(n expression.Node) expression.Node {
	return expression.Unary{Func: expression.Sqrt, Arg: n}
}

// inverse is one over an expression.
func inverse(n expression.Node) expression.Node {
	return op(expression.Div, expression.Constant(1), n)
}

// own are the terms of one variable.
func (v number) own() []expression.Node {
	x := v.node
	if v.flag {
		return []expression.Node{x}
	}
	if v.ratio < 0 {
		return []expression.Node{x, square(x), power(x, 3), power(x, 4), power(x, 5), power(x, 6), expression.Unary{Func: expression.Abs, Arg: x}}
	}
	lg := v.log()
	terms := []expression.Node{
		x, op(expression.Mul, x, lg), square(x), lg, sqrt(x), power(x, 3),
		op(expression.Mul, square(x), lg), op(expression.Mul, x, sqrt(x)), op(expression.Mul, lg, lg),
		op(expression.Mul, sqrt(x), lg), op(expression.Mul, x, op(expression.Mul, lg, lg)), power(x, 1./3), power(x, 2./3),
		power(x, 4),
	}
	if v.positive {
		terms = append(terms, inverse(x))
	}
	if v.largest < 1 { // a share: queues grow as it comes near one
		left := op(expression.Sub, expression.Constant(1), x)
		terms = append(terms, inverse(left), op(expression.Div, x, left))
	}
	if v.positive && v.ratio > 4 && v.largest > 8 { // capacities are doubled until all fits
		doublings := expression.Unary{Func: expression.Ceil, Arg: lg}
		capacity := op(expression.Pow, expression.Constant(2), doublings)
		terms = append(terms, capacity, op(expression.Mul, capacity, doublings))
	}
	if v.small {
		lg := logOf(x, false)
		terms = append(terms, lg, op(expression.Mul, x, lg))
	}
	if v.largest <= 60 { // 1.5 stands for all small bases: refining finds the right one
		exponential := op(expression.Pow, expression.Constant(2), x)
		terms = append(terms, exponential, op(expression.Mul, x, exponential), op(expression.Pow, expression.Constant(1.5), x))
	}
	return terms
}

const sqrtFactor = 3 // place of the root among the factors

// factors are what a variable contributes to products with others.
func (v number) factors() []expression.Node {
	x := v.node
	if v.flag {
		return []expression.Node{x}
	}
	if v.ratio < 0 {
		return []expression.Node{x, square(x)}
	}
	factors := []expression.Node{x, v.log(), square(x), sqrt(x), op(expression.Mul, x, v.log())} // see sqrtFactor
	if v.positive {
		factors = append(factors, inverse(x))
	}
	return factors
}

// Terms are the single terms of a table, without the constant. Terms that are not
// finite, do not vary or repeat another are left out, and so is what comes after the
// 420th: the usual terms come first.
func Terms(d *dataset.Data) []regression.Term {
	b := builder{data: d, conditions: Conditions(d)}
	vars := relevant(d, numbers(d), mostNumbers)
	for _, v := range vars {
		b.add(v.own()...)
	}
	for _, c := range b.conditions {
		b.add(when(c, expression.Constant(1)))
	}
	// Where a form changes, and what fills up, cannot be read from exact counts: these have
	// steps for that.
	if d.Noisy {
		for _, v := range relevant(d, vars, 3) {
			if !v.flag {
				b.bends(v)
				b.saturation(v)
			}
		}
	}
	vars = relevant(d, vars, mostCombined)
	for i, v := range vars {
		for _, w := range vars[:i] {
			b.pair(w, v)
		}
	}
	// What counts only where a condition holds: each number's usual terms, and products
	// of two.
	for _, c := range b.conditions {
		for _, v := range vars {
			b.add(when(c, v.node), when(c, square(v.node)))
			if v.ratio >= 0 {
				b.add(when(c, op(expression.Mul, v.node, v.log())), when(c, v.log()), when(c, sqrt(v.node)))
			}
		}
		for i, v := range vars {
			for _, w := range vars[:i] {
				b.add(when(c, op(expression.Mul, w.node, v.node)))
			}
		}
	}
	for i, u := range vars {
		for j, v := range vars[:i] {
			for k, w := range vars[:j] {
				product := op(expression.Mul, op(expression.Mul, w.node, v.node), u.node)
				b.add(product)
				for _, c := range b.conditions {
					b.add(when(c, product))
				}
				b.triple(w, v, u)
				b.triple(w, u, v)
				b.triple(v, u, w)
				for _, x := range vars[:k] {
					b.add(op(expression.Mul, op(expression.Mul, x.node, w.node), op(expression.Mul, v.node, u.node)))
				}
			}
		}
	}
	return b.terms
}

// triple are the products of two variables and what a third makes of them:
// matches in groups, windows of a radius, sorted parts.
func (b *builder) triple(u, v, w number) {
	product := op(expression.Mul, u.node, v.node)
	b.add(op(expression.Mul, product, square(w.node)))
	if w.ratio >= 0 {
		b.add(op(expression.Mul, product, w.log()))
	}
	if w.positive {
		b.add(op(expression.Div, product, w.node))
	}
}

// builder gathers terms.
type builder struct {
	data       *dataset.Data
	conditions []expression.Node // flags and levels of enumerations
	terms      []regression.Term
}

// add takes in terms that are usable, differ from those that are there at some point, and still have room.
func (b *builder) add(nodes ...expression.Node) {
	for _, n := range nodes {
		if len(b.terms) >= maxTerms {
			return
		}
		if t, ok := regression.NewTerm(b.data, n); ok && !b.known(t) {
			b.terms = append(b.terms, t)
		}
	}
}

// known reports whether a term with the same values is there already.
func (b *builder) known(t regression.Term) bool {
	for _, other := range b.terms {
		same := true
		for i, x := range t.Values {
			if x != other.Values[i] {
				same = false
				break
			}
		}
		if same {
			return true
		}
	}
	return false
}

// pair adds what costs of two sizes look like: products and ratios of their factors, n log m, the smaller
// and the larger, functions of the sum, rounds of batches, distances. What equals a term that is there
// already is passed over by add.
func (b *builder) pair(v, w number) {
	for i, f := range v.factors() {
		for j, g := range w.factors() {
			switch {
			case isInverse(f) && isInverse(g):
			case i >= 2 && j >= 2 && i != j && !(isInverse(f) || isInverse(g)): // two unusual factors at once are rare
			case i == sqrtFactor && isInverse(g), j == sqrtFactor && isInverse(f):
			case isInverse(g): // written as a ratio
				b.add(op(expression.Div, f, w.node))
			case isInverse(f):
				b.add(op(expression.Div, g, v.node))
			default:
				b.add(op(expression.Mul, f, g))
			}
		}
	}
	if v.flag || w.flag {
		return
	}
	x, y := v.node, w.node
	if w.small {
		b.add(op(expression.Mul, x, logOf(y, false)))
	}
	if v.small {
		b.add(op(expression.Mul, logOf(x, false), y))
	}
	b.add(op(expression.Min, x, y), op(expression.Max, x, y))
	if v.ratio >= 0 && w.ratio >= 0 {
		sum := op(expression.Add, x, y)
		lg := logOf(sum, v.positive || w.positive)
		b.add(op(expression.Mul, sum, lg), lg, op(expression.Mul, x, lg), op(expression.Mul, y, lg), sqrt(sum))
		if v.positive && w.positive {
			b.add(expression.Unary{Func: expression.Ceil, Arg: op(expression.Div, x, y)}, // batches, waves, pages of a size
				expression.Unary{Func: expression.Ceil, Arg: op(expression.Div, y, x)})
			low := op(expression.Min, x, y)
			b.add(op(expression.Log, expression.Constant(2), low),
				op(expression.Mul, low, op(expression.Log, expression.Constant(2), op(expression.Max, x, y))),
				op(expression.Log, expression.Constant(2), op(expression.Max, x, y)))
		}
	}
	b.add(expression.Unary{Func: expression.Abs, Arg: op(expression.Sub, x, y)})
}

// bends are what a variable contributes up to some value, or from there on.
// The value is one of a few that divide the points evenly; refining finds the
// right one. Exact counts need no such guesses.
func (b *builder) bends(v number) {
	c := b.data.Column(v.node.(expression.Variable).Variable)
	sorted := slices.Clone(c.Num)
	slices.Sort(sorted)
	last := math.NaN()
	for _, q := range []float64{0.2, 0.35, 0.5, 0.65, 0.8} {
		at := robust.Quantile(sorted, q)
		if at == last || at <= sorted[0] || at >= sorted[len(sorted)-1] {
			continue
		}
		last = at
		b.add(op(expression.Min, v.node, expression.Constant(at)), op(expression.Max, v.node, expression.Constant(at)))
	}
}

// saturation is what approaches a limit: hits of a cache, shares of a pool. The
// value where half of it is reached is one of a few; refining finds the right one.
func (b *builder) saturation(v number) {
	if v.ratio < 8 {
		return
	}
	sorted := slices.Clone(b.data.Column(v.node.(expression.Variable).Variable).Num)
	slices.Sort(sorted)
	for _, q := range []float64{0.25, 0.5, 0.75} {
		if half := robust.Quantile(sorted, q); half > 0 {
			b.add(op(expression.Div, v.node, op(expression.Add, v.node, expression.Constant(half))))
		}
	}
}

// isInverse reports whether an expression is one over something.
func isInverse(n expression.Node) bool {
	b, ok := n.(expression.Binary)
	return ok && b.Op == expression.Div && b.Left == expression.Constant(1)
}

// when is a term that counts only where a condition holds.
func when(cond, n expression.Node) expression.Node {
	return expression.If{Cond: cond, Then: n, Else: expression.Constant(0)}
}

// Conditions are the flags and the levels of enumerations.
func Conditions(d *dataset.Data) []expression.Node {
	var out []expression.Node
	for _, c := range d.Columns {
		v := expression.Variable{Variable: c.Variable}
		switch c.Kind {
		case model.Bool:
			out = append(out, v)
		case model.Text:
			for i, level := range c.Levels {
				if i == dataset.LevelTerms {
					break
				}
				out = append(out, op(expression.Equal, v, expression.Text(level)))
			}
		default:
		}
	}
	return out
}

// relevant keeps the numbers that explain most of the logarithm of the target,
// one after the other, where there are too many to combine: the most important
// first. In logarithms products are sums.
func relevant(d *dataset.Data, vars []number, most int) []number {
	if len(vars) <= most {
		return vars
	}
	n := d.Points()
	target, weight := make([]float64, n), make([]float64, n)
	offset := 0.01 * d.Level()
	for i, y := range d.Y {
		target[i], weight[i] = math.Copysign(math.Log1p(math.Abs(y)/offset), y), 1
	}
	columns := [][]float64{regression.One(d).Values}
	chosen := make([]bool, len(vars))
	var keep []number
	// Forward selection: add the number that leaves least, beside those that were
	// chosen.
	for len(keep) < most {
		best, bestRSS, bestColumn := -1, math.Inf(1), []float64(nil)
		for i, v := range vars {
			if chosen[i] {
				continue
			}
			x := d.Column(v.node.(expression.Variable).Variable).Num
			column := make([]float64, n)
			for j := range column {
				column[j] = math.Copysign(math.Log1p(math.Abs(x[j])), x[j])
			}
			if coef, rss := leastsquares.Solve(append(columns, column), target, weight); coef != nil && rss < bestRSS {
				best, bestRSS, bestColumn = i, rss, column
			}
		}
		if best < 0 {
			break
		}
		chosen[best] = true
		keep = append(keep, vars[best])
		columns = append(columns, bestColumn)
	}
	return keep
}
