package dictionary

import (
	"math"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// Limits of the plain forms that are proposed whatever beats them.
const (
	mostPlain   = 6  // of one search
	plainMargin = 10 // nats that they may be behind the best
)

// plain are the forms that people think of first, alone and beside a constant: of each size in
// the best choices its logarithm and whole powers with and without one, and of each single
// term that is a product of such. A search for the least that is left may fill its places with
// others that say the same; the judge can only prefer the usual one where it is among the
// proposals.
func plain(d *dataset.Data, terms []regression.Term, from []subset) (out []subset) {
	if !d.Noisy || len(from) == 0 {
		return nil
	}
	var wanted []int
	for _, v := range sizesIn(terms, from[0]) {
		for j, t := range terms {
			if p, ok := powers(t.Node, v); ok && p <= 3 {
				wanted = append(wanted, j)
			}
		}
	}
	for _, s := range from {
		if len(s.terms) == 1 && s.terms[0] > 0 && isProduct(terms[s.terms[0]].Node) {
			wanted = append(wanted, s.terms[0])
		}
	}
	slices.Sort(wanted)
	for _, j := range slices.Compact(wanted) {
		for _, choice := range [][]int{{j}, {0, j}} {
			if !slices.ContainsFunc(from, func(s subset) bool { return slices.Equal(s.terms, choice) }) {
				out = append(out, subset{terms: choice})
			}
		}
	}
	return out
}

// sizesIn are the variables of a choice of terms.
func sizesIn(terms []regression.Term, s subset) (all []expression.Variable) {
	for _, j := range s.terms {
		for _, v := range expression.Variables(terms[j].Node) {
			if n := (expression.Variable{Variable: v}); !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	return all
}

// isPlain reports whether a sum holds one term beside a constant, at most, and that is plain.
func isPlain(terms []regression.Term) bool {
	varying := 0
	for _, t := range terms {
		if len(expression.Variables(t.Node)) == 0 {
			continue
		}
		if varying++; varying > 1 || !isProduct(t.Node) {
			return false
		}
	}
	return varying == 1
}

// powers is the whole power of the one size that a term is made of, with or without logarithms;
// false where it is made of something else.
func powers(n expression.Node, v expression.Variable) (float64, bool) {
	used := expression.Variables(n)
	if len(used) != 1 || used[0] != v.Variable || !isProduct(n) {
		return 0, false
	}
	return expression.PowerOf(n, v)
}

// isProduct reports whether an expression is a product of sizes, whole powers of sizes, and
// logarithms of sizes.
func isProduct(n expression.Node) bool {
	switch n := n.(type) {
	case expression.Variable:
		return true
	case expression.Binary:
		switch n.Op {
		case expression.Mul:
			return isProduct(n.Left) && isProduct(n.Right)
		case expression.Pow:
			c, ok := n.Right.(expression.Constant)
			_, size := n.Left.(expression.Variable)
			return ok && size && c > 0 && float64(c) == math.Trunc(float64(c))
		case expression.Log:
			_, number := n.Left.(expression.Constant)
			_, size := n.Right.(expression.Variable)
			return number && size
		default:
		}
	default:
	}
	return false
}
