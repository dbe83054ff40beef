package refine

import (
	"math"

	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// mostUsual bounds the usual forms that are tried for a fractional power.
const mostUsual = 12

// usual are the forms that people write down in the place of the best expression,
// where that holds fractional powers: whole powers next to them, also with a logarithm,
// alone and beside a constant. n^1.15 is n log n more often than not.
func usual(d *dataset.Data, nodes []expression.Node, negative bool) (out []expression.Node) {
	now := selection.Compare(d, nodes, negative)
	if now.Reference < 0 || !codelength.FractionalPower(nodes[now.Reference]) {
		return nil
	}
	for _, n := range wholePowers(nodes[now.Reference]) {
		if len(summands(n)) == 1 {
			term, ok := regression.NewTerm(d, withoutNumbers(n))
			if !ok {
				continue
			}
			for _, terms := range [][]regression.Term{{term}, {regression.One(d), term}} {
				if m := regression.Fit(d, terms); m != nil {
					out = append(out, regression.Tune(d, m.Node(), now.Noise, 12))
				}
			}
			continue
		}
		out = append(out, expression.Simplify(regression.Tune(d, n, now.Noise, 12)))
	}
	return out
}

// wholePowers are an expression with whole powers, and those with a logarithm, in
// the place of its fractional ones.
func wholePowers(n expression.Node) []expression.Node {
	all := []expression.Node{sum(merged(n))}
	for _, v := range expression.Variables(n) {
		base := expression.Variable{Variable: v}
		exponent := fractionalExponent(all[0], base)
		if exponent == 0 {
			continue
		}
		var next []expression.Node
		for _, n := range all {
			for _, other := range wholeAround(base, exponent) {
				if len(next) < mostUsual {
					next = append(next, expression.Replace(n, op(expression.Pow, base, expression.Constant(exponent)), other))
				}
			}
		}
		all = next
	}
	return all
}

// merged are the terms of an expression with one power of each size: n * Sqrt(n) is
// n^1.5.
func merged(n expression.Node) []expression.Node {
	terms := summands(n)
	for i, t := range terms {
		terms[i] = product(factors(t))
	}
	return terms
}

// wholeAround are the usual factors around a power.
func wholeAround(base expression.Node, exponent float64) (out []expression.Node) {
	log := op(expression.Log, expression.Constant(2), base)
	below := math.Floor(exponent)
	switch below {
	case 0:
		out = append(out, log)
	case 1:
		out = append(out, base, op(expression.Mul, base, log))
	default:
		power := op(expression.Pow, base, expression.Constant(below))
		out = append(out, power, op(expression.Mul, power, log))
	}
	if below == 0 {
		return append(out, base)
	}
	return append(out, op(expression.Pow, base, expression.Constant(below+1)))
}

// fractionalExponent is the first fractional exponent of a size; 0: it has none.
func fractionalExponent(n, base expression.Node) (found float64) {
	expression.Walk(n, func(n expression.Node) bool {
		b, ok := n.(expression.Binary)
		c, isConstant := exponentOf(b)
		if ok && isConstant && b.Left == base && c > 0 && c <= 4 && float64(c) != math.Trunc(float64(c)) {
			found = float64(c)
		}
		return found == 0
	})
	return found
}

// withoutNumbers is a product without the numbers among its factors.
func withoutNumbers(n expression.Node) expression.Node {
	var kept []expression.Node
	for _, f := range factors(n) {
		if codelength.Depends(f) {
			kept = append(kept, f)
		}
	}
	return product(kept)
}
