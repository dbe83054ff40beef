package search

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
	"beagle/statistics/regression"
	"beagle/statistics/robust"
)

// form is one form with its number.
type form struct {
	columns [][]float64
	write   func(coef []float64) expression.Node
	within  func(coef, constant float64) expression.Node // with the sum's constant inside; nil: it stays outside
	length  float64
	term    regression.Term // that it is; others have numbers of their own
	finer   func() []*form  // with numbers between those of its neighbours in the family; nil: fitting finds them
}

// input is a number with its measured values.
type input struct {
	node   expression.Node
	values []float64
	sorted []float64 // the different ones
}

// values in a family: as many places as tell the right one from its neighbours, so that fitting comes down to it.
const (
	places     = 24
	mostInputs = 4 // inputs with families, and flags that are combined in pairs: bounds the time of the search
)

// table is the table of forms for some data.
type table struct {
	d   *dataset.Data
	all [][]*form
}

// family adds alternatives of one form, of a single column each.
func (t *table) family(nodes ...expression.Node) {
	var family []*form
	for _, n := range nodes {
		if term, ok := regression.NewTerm(t.d, n); ok {
			family = append(family, scaled(term))
		}
	}
	t.all = append(t.all, family)
}

func scaled(term regression.Term) *form {
	return &form{term: term, columns: [][]float64{term.Values}, length: term.Length, write: func(c []float64) expression.Node { return regression.Scaled(c[0], term.Node) }}
}

// single are the constant and terms.
func single(d *dataset.Data, terms []regression.Term) [][]*form {
	return each(append([]regression.Term{regression.One(d)}, terms...))
}

// each are terms, each a family by itself.
func each(terms []regression.Term) (all [][]*form) {
	for _, term := range terms {
		all = append(all, []*form{scaled(term)})
	}
	return all
}

// forms are the forms that a sum may be made of.
func forms(d *dataset.Data) [][]*form {
	t := &table{d: d}
	t.all = single(d, Terms(d))
	vars := t.inputs()
	t.conjunctions(vars)
	for _, v := range vars {
		t.thresholds(v)
		t.own(v)
		for _, w := range vars {
			if v.node != w.node {
				t.extremes(v, w)
			}
		}
	}
	return t.all
}

func inputOf(c model.Column) input {
	return input{expression.Variable{Variable: c.Variable}, c.Num, slices.Compact(slices.Sorted(slices.Values(c.Num)))}
}

// inputs returns the first few numbers that are not negative and take more than two values: each gets families.
func (t *table) inputs() (out []input) {
	for _, c := range t.d.Columns {
		if c.Kind != model.Number || dataset.Flag(c) || slices.Min(c.Num) < 0 {
			continue
		}
		if v := inputOf(c); len(v.sorted) > 2 {
			out = append(out, v)
		}
	}
	return out[:min(len(out), mostInputs)]
}

// conjunctions adds the forms that add a cost only where two flags are both on.
func (t *table) conjunctions(vars []input) {
	flags := Conditions(t.d)
	for i, b := range flags[:min(len(flags), mostInputs)] {
		for _, a := range flags[:i] {
			if expression.Variables(a)[0] == expression.Variables(b)[0] {
				continue
			}
			both := op(expression.And, a, b)
			t.family(expression.If{Cond: both, Then: expression.Constant(1), Else: expression.Constant(0)})
			for _, v := range vars {
				t.family(expression.If{Cond: both, Then: v.node, Else: expression.Constant(0)})
			}
		}
	}
}

// gap is the middle between a value and the next one.
func (v input) gap(at int) float64 { return (v.sorted[at] + v.sorted[at+1]) / 2 }

// graded is a family of what has a number: at a few values, evenly taken, and at those between the neighbours of each.
func (t *table) graded(few int, value func(place int) float64, between func(place int) []float64, at func(float64) (*form, bool)) {
	made := func(values []float64) (all []*form) {
		for _, x := range values {
			if f, ok := at(x); ok {
				all = append(all, f)
			}
		}
		return all
	}
	var family []*form
	for place := range few {
		if f, ok := at(value(place)); ok {
			f.finer = func() []*form { return made(between(place)) }
			family = append(family, f)
		}
	}
	t.all = append(t.all, family)
}

// broken is a family of what changes between two of the different values.
func (t *table) broken(v input, at func(float64) (*form, bool)) {
	gaps := len(v.sorted) - 1
	few := min(gaps, places)
	between := func(place int) (all []float64) {
		for gap := max(0, (place-1)*gaps/few+1); gap < min(gaps, (place+1)*gaps/few); gap++ {
			all = append(all, v.gap(gap))
		}
		return all
	}
	t.graded(few, func(place int) float64 { return v.gap(place * gaps / few) }, between, at)
}

// thresholds adds the forms that change at a value of the input: two branches, a step, and a bound.
func (t *table) thresholds(v input) {
	x := v.node
	one := expression.Node(expression.Constant(1))
	square := op(expression.Mul, x, x)
	for _, r := range [][2]expression.Node{{x, x}, {x, one}, {one, x}, {square, x}} {
		t.broken(v, func(at float64) (*form, bool) {
			cond := op(expression.LessEqual, x, expression.Constant(at))
			below, ok := regression.NewTerm(t.d, expression.If{Cond: cond, Then: r[0], Else: expression.Constant(0)})
			above, ok2 := regression.NewTerm(t.d, expression.If{Cond: cond, Then: expression.Constant(0), Else: r[1]})
			coefficient := below.Length - codelength.Length(below.Node, len(t.d.Columns), t.d.Points())
			return &form{
				columns: [][]float64{below.Values, above.Values},
				length:  2*coefficient + codelength.Length(expression.If{Cond: cond, Then: r[0], Else: r[1]}, len(t.d.Columns), t.d.Points()),
				write: func(c []float64) expression.Node {
					return expression.If{Cond: cond, Then: regression.Scaled(c[0], r[0]), Else: regression.Scaled(c[1], r[1])}
				},
			}, ok && ok2
		})
	}
	t.broken(v, func(at float64) (*form, bool) {
		return t.alone(expression.If{Cond: op(expression.Greater, x, expression.Constant(at)), Then: one, Else: expression.Constant(0)})
	})
	t.broken(v, func(at float64) (*form, bool) { return t.alone(op(expression.Max, x, expression.Constant(fitted(at)))) })
}

// own are the other families of an input: powers, exponentials, blocks and poles.
func (t *table) own(v input) {
	x := v.node
	low, high := v.sorted[0], v.sorted[len(v.sorted)-1]
	if low > 0 {
		var powers []expression.Node
		for e := -20; e <= 40; e++ {
			if e%10 != 0 {
				powers = append(powers, op(expression.Pow, x, expression.Constant(fitted(float64(e)/10))))
			}
		}
		t.family(powers...)
	}
	if high <= 60 {
		var bases []expression.Node
		for _, b := range []float64{1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.2, 2.5, 3} {
			bases = append(bases, op(expression.Pow, expression.Constant(fitted(b)), x))
		}
		t.family(bases...)
	}
	t.blocks(v, 40)
	t.remainders(v)
	var poles []expression.Node
	for at := 1.02; at < 2; at *= 1.03 {
		// Beyond the largest measured load nobody knows where the pole is passed: there it is as at that.
		poles = append(poles, op(expression.Div, expression.Constant(1), op(expression.Sub, expression.Constant(fitted(high*at)), op(expression.Min, x, expression.Constant(high)))))
	}
	t.family(poles...)
}

// blocks is the family of what is done for each block that an input begins, by the size of a block: whole numbers, so many blocks
// at most. Sizes are so near each other that the largest input begins a third of a block more or less.
func (t *table) blocks(v input, most float64) {
	high := v.sorted[len(v.sorted)-1]
	round := units(v.values)
	var family []*form
	for size := math.Round(max(2, high/most)); size <= high/3; {
		step := max(1, math.Round(size*size/high/3))
		if f, ok := t.block(v, size, step, round); ok {
			family = append(family, f)
		}
		size += step
	}
	t.all = append(t.all, family)
}

// block counts the blocks of a size that an input begins. The size may be wrong by as much as step.
func (t *table) block(v input, size, step float64, round []float64) (*form, bool) {
	f, ok := t.alone(expression.Unary{Func: expression.Ceil, Arg: op(expression.Div, v.node, expression.Constant(size))})
	f.length += math.Ln10/2*float64(decimal.Digits(size)) - math.Log(size)/2 // people write round sizes: digits that are zero are free
	if step > 1 {
		f.finer = func() (all []*form) {
			add := func(size, step float64) {
				if f, ok := t.block(v, size, step, round); ok {
					all = append(all, f)
				}
			}
			next := max(1, math.Round(step/places))
			for x := size - step; x <= size+step; x += next {
				add(x, next)
			}
			for _, unit := range round {
				if math.Abs(unit-size) <= step {
					add(unit, 1)
				}
			}
			return all
		}
	}
	return f, ok
}

// remainders is the family of how far the last block of a size is filled. Unlike for blocks, a size that is nearly right says
// nothing, so only round ones are tried.
func (t *table) remainders(v input) {
	var nodes []expression.Node
	for _, unit := range units(v.values) {
		nodes = append(nodes, op(expression.Mod, v.node, expression.Constant(unit)))
	}
	t.family(nodes...)
}

// units are sizes that programs use and the data can show: at least two blocks in the range, and at most as many as points can
// tell apart.
func units(x []float64) []float64 {
	low, high := slices.Min(x), slices.Max(x)
	var out []float64
	offer := func(unit float64) {
		if steps := (high - low) / unit; steps >= 1.5 && steps <= min(64, float64(len(x))) {
			out = append(out, unit)
		}
	}
	for e := 1; e <= 40; e++ {
		offer(math.Ldexp(1, e))
		offer(3 * math.Ldexp(1, e-1))
	}
	for unit := 1.0; unit < high; unit *= 10 {
		offer(10 * unit)
		offer(2 * unit)
		offer(5 * unit)
		offer(2.5 * unit)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// alone is a form of a single column.
func (t *table) alone(n expression.Node) (*form, bool) {
	term, ok := regression.NewTerm(t.d, n)
	return scaled(term), ok
}

// extremes are the larger and the smaller of one input and a line in another one, which passes through a few places.
func (t *table) extremes(v, w input) {
	at := func(n input, q float64) float64 { return robust.Quantile(n.sorted, q) }
	x1, x2 := at(v, 0.1), at(v, 0.9)
	if !(x2 > x1) {
		return
	}
	span := at(w, 0.95) - at(w, 0.05)
	levels := []float64{at(w, 0.05) - 0.3*span, at(w, 0.05), at(w, 0.2), at(w, 0.4), at(w, 0.6), at(w, 0.8), at(w, 0.95), at(w, 0.95) + 0.5*span}
	for _, extreme := range []expression.Op{expression.Max, expression.Min} {
		var family []*form
		for i, from := range levels {
			for _, to := range levels[i+1:] {
				slope := fitted((to - from) / (x2 - x1))
				start := fitted(from - slope*x1)
				line := func(intercept, slope float64, x expression.Node) expression.Node {
					return op(expression.Add, expression.Constant(intercept), op(expression.Mul, expression.Constant(slope), x))
				}
				term, ok := regression.NewTerm(t.d, op(extreme, line(start, slope, v.node), w.node))
				if !ok || !(slope > 0) {
					continue
				}
				f := scaled(term)
				f.within = func(coef, constant float64) expression.Node {
					o := extreme
					if coef < 0 { // the smaller of two is the larger of both with the other sign
						o = expression.Max + expression.Min - extreme
					}
					return op(o, line(constant+coef*start, coef*slope, v.node), line(constant, coef, w.node))
				}
				family = append(family, f)
			}
		}
		t.all = append(t.all, family)
	}
}

// fitted makes a number look fitted, also where it happens to be round.
func fitted(x float64) float64 { return x * (1 + 1.23456789e-7) }
