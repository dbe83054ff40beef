package piecewise

import (
	"math"
	"slices"

	"beagle/analysers/search"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// exit is the division into calls that return at once and calls that do the work, as methods look at their arguments
// first: by a condition on one number, or on the smaller or the larger of two, under which a constant leaves little.
// Few points may lie under it, for they say all that has to be known there; that is what it needs less than other
// divisions. false where no condition is worth writing down.
func exit(d *dataset.Data) (best split, found bool) {
	if !d.Noisy || !d.Relative() {
		return split{}, false
	}
	b := newBasis(d, -1)
	if len(b.columns) == 0 {
		return split{}, false
	}
	for _, of := range comparedOf(d) {
		reversed := slices.Clone(of.order)
		slices.Reverse(reversed)
		for _, order := range [][]int{of.order, reversed} {
			count, gain := constantFirst(b, order, of.values)
			if count == 0 {
				continue
			}
			s := cut(of.node, of.values, order, count)
			s.gain = gain - codelength.Length(expression.If{Cond: s.conditions[0], Then: expression.Constant(math.Pi), Else: expression.Constant(0)}, len(d.Columns), d.Points())
			if s.gain > best.gain {
				best, found = s, true
			}
		}
	}
	return best, found
}

// compared is the left side of a condition such as Min(a, b) < 5.
type compared struct {
	node   expression.Node
	values []float64 // at each point
	order  []int     // the points by their values, ascending
}

// comparedOf are the numbers, and the smaller and the larger of two.
func comparedOf(d *dataset.Data) (out []compared) {
	all := numbers(d)
	for i, a := range all {
		x := d.Columns[a]
		out = append(out, compared{expression.Variable{Variable: x.Variable}, x.Num, d.By(a)})
		for _, b := range all[:i] {
			y := d.Columns[b]
			smaller, larger := make([]float64, d.Points()), make([]float64, d.Points())
			for row := range smaller {
				smaller[row], larger[row] = min(x.Num[row], y.Num[row]), max(x.Num[row], y.Num[row])
			}
			of := func(op expression.Op, values []float64) compared {
				return compared{expression.Binary{Op: op, Left: expression.Variable{Variable: y.Variable}, Right: expression.Variable{Variable: x.Variable}}, values, dataset.Order(values)}
			}
			out = append(out, of(expression.Min, smaller), of(expression.Max, larger))
		}
	}
	return out
}

// constantFirst is the best number of points, of the first half in an order, to fit by a constant, where all others are
// fitted by the basis. gain is what that is better than the basis for all points, in nats. 0: no number is better.
func constantFirst(b *basis, order []int, values []float64) (count int, gain float64) {
	first, rest := newSums(1), newSums(len(b.columns))
	for _, row := range order {
		rest.add(b, row, 1)
	}
	least := rest.rss()
	whole := least
	for i, row := range order[:len(order)/2] {
		first.add(b, row, 1)
		rest.add(b, row, -1)
		if values[row] == values[order[i+1]] {
			continue
		}
		if left := first.rss() + rest.rss(); left < least {
			count, least = i+1, left
		}
	}
	return count, float64(len(order)) / 2 * math.Log(whole/least)
}

// leaving are expressions for calls that return at once and the others, whose form may be any of the best: which one is
// for the judge, who knows what a machine does to a form.
func (l learner) leaving(d *dataset.Data, s split) []expression.Node {
	early := expression.Constant(robust.Median(d.Part(s.parts[0]).Y))
	rest := d.Subset(s.parts[1])
	forms := []expression.Node{l.form(rest, noisyMost)}
	forms = append(forms, search.UsualSums(l.ctx, rest)...)
	for i, n := range forms {
		forms[i] = expression.If{Cond: s.conditions[0], Then: early, Else: n}
	}
	return l.sane(d, forms)
}
