package piecewise

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
)

// split divides points into parts, each with the condition under which a
// point belongs to it; the last part is the rest.
type split struct {
	conditions []expression.Node // one fewer than parts
	parts      [][]int
	gain       float64 // nats that the small basis gains by it
	threshold  bool
}

// splits are the divisions that promise most, the best first.
func splits(d *dataset.Data) []split {
	var out []split
	for c := range d.Columns {
		switch {
		case d.Columns[c].Kind == model.Number && !dataset.Flag(d.Columns[c]):
			v := expression.Variable{Variable: d.Columns[c].Variable}
			out = append(out, thresholds(d, v, d.Columns[c].Num, d.By(c), newBasis(d, c))...)
		default:
			if s, ok := categories(d, c); ok {
				out = append(out, s)
			}
		}
	}
	out = append(out, products(d)...)
	out = append(out, remainders(d)...)
	slices.SortStableFunc(out, func(a, b split) int { return cmp.Compare(b.gain, a.gain) })
	return out
}

// fewest is how many points each side of a threshold must have: noise in fewer
// looks like a form of its own. Where replicates agree exactly there is none.
func fewest(d *dataset.Data) int {
	if !d.Noisy || d.Exact && d.NoiseFreedom >= 5 {
		return 4
	}
	return max(8, d.Points()/20)
}

// thresholds is the best place to divide by a number, if any is worth it: a
// variable or a product of two, with its values, the order of the points by them and a basis that bends it.
func thresholds(d *dataset.Data, v expression.Node, x []float64, order []int, b *basis) []split {
	n := d.Points()
	fewest := fewest(d)
	if n < 2*fewest {
		return nil
	}
	price := float64(len(b.columns)+1)*math.Log(float64(n))/2 + 6
	whole, best, at := divide(b, order, price, func(i int) bool {
		return i+1 >= fewest && n-i-1 >= fewest && x[order[i]] != x[order[i+1]]
	})
	if at < 0 {
		return nil
	}
	gain := float64(n)/2*math.Log(whole/best) - price
	if gain < 0 {
		return nil
	}
	s := cut(v, x, order, at+1)
	s.gain, s.threshold = gain, true
	return []split{s}
}

// cut divides points behind the first few in the order of a number, ascending or descending: the condition holds for
// these.
func cut(v expression.Node, x []float64, order []int, count int) split {
	in, out := x[order[count-1]], x[order[count]]
	t, above := decimal.Threshold(min(in, out), max(in, out), decimal.Whole(x), binary(v))
	op := expression.Less
	switch {
	case in < out && above:
		op = expression.LessEqual
	case in > out && above:
		op = expression.Greater
	case in > out:
		op = expression.GreaterEqual
	}
	return split{
		conditions: []expression.Node{expression.Binary{Op: op, Left: v, Right: expression.Constant(t)}},
		parts:      [][]int{slices.Sorted(slices.Values(order[:count])), slices.Sorted(slices.Values(order[count:]))},
	}
}

// divide is the place in an order of points behind which to divide them, of those that
// are allowed, so that a basis fitted to each side leaves least: what it leaves of the
// whole, of both sides, and the place; -1 where no division is worth its price in nats.
//
// The more points there are, the more is left of them: so from what is left of those
// before a stretch, and of those behind it, follows for most stretches that no place in
// them can be the best. Columns that depend on each other on few points are left out
// there, by which a little less may be left of more points: hence the margin.
func divide(b *basis, order []int, price float64, allowed func(i int) bool) (whole, best float64, at int) {
	const (
		stretch = 16
		margin  = 1.02
	)
	// What is left of the points up to the end of a stretch, and of the others.
	type mark struct{ before, behind float64 }
	n := len(order)
	left, right := newSums(len(b.columns)), newSums(len(b.columns))
	for _, row := range order {
		right.add(b, row, 1)
	}
	none, all := left.clone(), right.clone()
	whole = right.rss()
	best, at = whole*min(1, math.Exp(-2*price/float64(n))*(1+1e-9)), -1
	better := func(i int, rss float64) {
		if rss < best || rss == best && i < at {
			best, at = rss, i
		}
	}
	marks := make([]mark, 0, n/stretch+1)
	for i, row := range order[:n-1] {
		right.move(b, row, left)
		if i%stretch == stretch-1 || i == n-2 {
			m := mark{left.rss(), right.rss()}
			if marks = append(marks, m); allowed(i) {
				better(i, m.before+m.behind)
			}
		}
	}
	left, right = none, all
	before := 0.0
	for i, row := range order[:n-1] {
		right.move(b, row, left)
		switch m := marks[i/stretch]; {
		case i%stretch == stretch-1:
			before = m.before
		case allowed(i) && before+m.behind < margin*best:
			before = left.rss()
			better(i, before+right.rss())
		}
	}
	return whole, best, at
}

// binary is how likely a threshold is to be a power of two.
func binary(n expression.Node) decimal.Binary {
	if v, ok := n.(expression.Variable); ok {
		return decimal.BinaryOf(v.Variable)
	}
	return decimal.Sometimes
}

const mostLevels = 12

// categories divides by a flag or an enumeration.
func categories(d *dataset.Data, c int) (split, bool) {
	column := d.Columns[c]
	v := expression.Variable{Variable: column.Variable}
	byLevel := map[float64][]int{}
	var levels []float64
	for i, x := range column.Num {
		if byLevel[x] == nil {
			levels = append(levels, x)
		}
		byLevel[x] = append(byLevel[x], i)
	}
	if len(levels) > mostLevels {
		return split{}, false
	}
	slices.Sort(levels)
	if column.Kind != model.Text {
		slices.Reverse(levels) // the condition is the flag itself
	}
	s := split{gain: divided(newBasis(d, -1), byLevel)}
	if products := newProducts(d); d.Noisy && products != nil {
		s.gain = max(s.gain, divided(products, byLevel))
	}
	for i, level := range levels {
		s.parts = append(s.parts, byLevel[level])
		if i == len(levels)-1 {
			break
		}
		switch column.Kind {
		case model.Bool:
			s.conditions = append(s.conditions, v)
		case model.Number:
			s.conditions = append(s.conditions, expression.Binary{Op: expression.Equal, Left: v, Right: expression.Constant(level)})
		default:
			s.conditions = append(s.conditions, expression.Binary{Op: expression.Equal, Left: v, Right: expression.Text(column.Levels[int(level)])})
		}
	}
	return s, s.gain > 0
}

// divided is how many nats it gains to fit a basis to each level by itself.
func divided(b *basis, byLevel map[float64][]int) float64 {
	whole := newSums(len(b.columns))
	parts, points, places := 0.0, 0, 0
	for _, level := range slices.Sorted(maps.Keys(byLevel)) {
		sum := newSums(len(b.columns))
		for _, row := range byLevel[level] {
			sum.add(b, row, 1)
			whole.add(b, row, 1)
		}
		parts += sum.rss()
		points += len(byLevel[level])
		places += min(len(b.columns), len(byLevel[level]))
	}
	return float64(points)/2*math.Log(whole.rss()/max(parts, 1e-12*whole.yy)) - float64(places-len(b.columns))/2
}
