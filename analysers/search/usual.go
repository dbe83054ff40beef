package search

import (
	"context"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// Limits of the usual sums that are proposed whatever beats them.
const (
	mostUsualSizes = 3 // numbers that are in them
	mostUsualTerms = 3 // beside the constant
)

// UsualSums are the sums that programs usually cost, the nearest of each number of terms: a constant, sizes, their
// squares, products and logarithms, each of which adds something. What caches and compilers do to such a sum is met by
// roots, fractional powers and bends a little better, and these take all places of a search for the least that is
// left; but the judge can only take a usual sum, or say that it may be one, where somebody proposed it.
func UsualSums(ctx context.Context, d *dataset.Data) (out []expression.Node) {
	if !d.Noisy || d.Points() < 3 {
		return nil
	}
	noise := regression.NewNoise(d, 0)
	var chosen [][]regression.Term
	of := map[int]int{}
	for _, a := range newSearch(d, single(d, usualTerms(d)), noise.LeastSquares(d)).best(ctx, width{beam: beam, keep: beam, single: true}) {
		if terms := a.terms(); len(terms) <= mostUsualTerms+1 && a.adds() && of[len(terms)] < finalists {
			of[len(terms)]++
			chosen = append(chosen, terms)
		}
	}
	for _, m := range fit(ctx, d, chosen, noise) {
		out = append(out, regression.Snapped(d, m))
	}
	return out
}

// usualTerms are the terms of usual sums, in the order of Terms: the same sum in another order would count as another form.
func usualTerms(d *dataset.Data) []regression.Term {
	vars := slices.DeleteFunc(numbers(d), func(v number) bool { return v.flag || v.ratio < 0 })
	vars = relevant(d, vars, mostUsualSizes)
	b := builder{data: d}
	for _, v := range vars {
		x, lg := v.node, v.log()
		b.add(x, op(expression.Mul, x, lg), square(x), lg)
		if len(vars) == 1 {
			b.add(power(x, 3))
		}
	}
	for i, w := range vars {
		for _, v := range vars[:i] {
			x, y := v.node, w.node
			b.add(op(expression.Mul, x, y), op(expression.Mul, x, w.log()), op(expression.Mul, x, square(y)),
				op(expression.Mul, v.log(), y), op(expression.Mul, square(x), y))
		}
	}
	return b.terms
}
