package dictionary

import (
	"cmp"
	"context"
	"math"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// Limits of the usual sums that are proposed whatever beats them.
const (
	mostUsualSizes = 3 // numbers that are in them
	mostUsualTerms = 3 // beside the constant
	usualOfEach    = 4 // sums of each number of terms
)

// UsualSums are the sums that programs usually cost, the nearest of each number of terms: a constant, sizes, their
// squares, products and logarithms, each of which adds something. What caches and compilers do to such a sum is met by
// roots, fractional powers and bends a little better, and these take all places of a search for the least that is
// left; but the judge can only take a usual sum, or say that it may be one, where somebody proposed it.
func UsualSums(ctx context.Context, d *dataset.Data) (out []expression.Node) {
	if !d.Noisy || d.Points() < 3 {
		return nil
	}
	terms := usualTerms(d)
	noise := regression.NewNoise(d, 0)
	g := newGram(d, terms, noise.LeastSquares(d))
	defer g.room.Give()
	var subsets []subset
	for _, found := range g.adding(min(mostUsualTerms, d.Points()-2)) {
		slices.SortFunc(found, func(a, b subset) int {
			return cmp.Or(cmp.Compare(a.rss, b.rss), slices.Compare(a.terms, b.terms))
		})
		subsets = append(subsets, found[:min(usualOfEach, len(found))]...)
	}
	for _, m := range fitSubsets(ctx, d, terms, subsets, noise) {
		out = append(out, regression.Snapped(d, m))
	}
	return out
}

// usualTerms are the constant, and what usual sums are made of, written and ordered as in the dictionary: the same sum
// in another order would count as another form.
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
	return append([]regression.Term{regression.One(d)}, b.terms...)
}

// adding are the subsets of at most so many terms beside the constant, by their number of terms, all of whose terms
// add something: no coefficient is below zero by least squares.
func (g *gram) adding(most int) (all [][]subset) {
	all = make([][]subset, most+2)
	s := sum{gram: g}
	var grow func(from int)
	grow = func(from int) {
		varying := len(s.terms)
		if varying > 0 && s.terms[0] == 0 {
			varying--
		}
		if rss, ok := s.solve(); ok {
			all[len(s.terms)] = append(all[len(s.terms)], subset{terms: slices.Clone(s.terms), rss: rss})
		}
		if varying == most {
			return
		}
		for j := from; j < g.size; j++ {
			if s.push(j) {
				grow(j + 1)
				s.pop()
			}
		}
	}
	grow(0)
	return all
}

// sum is a choice of terms with its Cholesky factor, which grows with each term.
type sum struct {
	*gram
	terms []int
	l     [mostUsualTerms + 1][mostUsualTerms + 1]float64
	z     [mostUsualTerms + 1]float64
}

// push adds a term; false where the others say it already.
func (s *sum) push(term int) bool {
	k := len(s.terms)
	free, rest := 1.0, s.y[term]
	for i, other := range s.terms {
		v := s.m[term*s.size+other]
		for t := range i {
			v -= s.l[k][t] * s.l[i][t]
		}
		s.l[k][i] = v / s.l[i][i]
		free -= s.l[k][i] * s.l[k][i]
		rest -= s.l[k][i] * s.z[i]
	}
	if free < collinear {
		return false
	}
	s.l[k][k] = math.Sqrt(free)
	s.z[k] = rest / s.l[k][k]
	s.terms = append(s.terms, term)
	return true
}

// pop takes the last term away.
func (s *sum) pop() { s.terms = s.terms[:len(s.terms)-1] }

// solve is what the terms leave, and whether there are some and each adds something.
func (s *sum) solve() (rss float64, ok bool) {
	var coef [mostUsualTerms + 1]float64
	rss = s.yy
	for i := len(s.terms) - 1; i >= 0; i-- {
		rss -= s.z[i] * s.z[i]
		coef[i] = s.z[i]
		for j := i + 1; j < len(s.terms); j++ {
			coef[i] -= s.l[j][i] * coef[j]
		}
		if coef[i] /= s.l[i][i]; coef[i] <= 0 {
			return 0, false
		}
	}
	return rss, len(s.terms) > 0
}
