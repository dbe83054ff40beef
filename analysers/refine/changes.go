package refine

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// op is a node with two operands.
func op(o expression.Op, l, r expression.Node) expression.Node {
	return expression.Binary{Op: o, Left: l, Right: r}
}

// changes are the neighbours of an expression. Their numbers still have to be
// fitted.
func changes(d *dataset.Data, n expression.Node) []expression.Node {
	out := []expression.Node{n}
	terms := summands(n)
	if len(terms) > 1 {
		for i := range terms {
			out = append(out, sum(slices.Delete(slices.Clone(terms), i, i+1)))
		}
	}
	for i, t := range terms {
		for _, other := range neighbours(d, t) {
			changed := slices.Clone(terms)
			changed[i] = other
			out = append(out, sum(changed))
		}
	}
	return out
}

// summands are the terms of a sum; differences become negative terms.
func summands(n expression.Node) []expression.Node {
	b, ok := n.(expression.Binary)
	switch {
	case ok && b.Op == expression.Add:
		return append(summands(b.Left), summands(b.Right)...)
	case ok && b.Op == expression.Sub:
		out := summands(b.Left)
		for _, t := range summands(b.Right) {
			out = append(out, expression.Simplify(expression.Unary{Func: expression.Neg, Arg: t}))
		}
		return out
	}
	return []expression.Node{n}
}

// sum is the sum of terms, of which there is at least one, simplified.
func sum(terms []expression.Node) expression.Node {
	out := terms[0]
	for _, t := range terms[1:] {
		out = op(expression.Add, out, t)
	}
	return expression.Simplify(out)
}

// neighbours are a term with another exponent of one of its factors, or with a
// logarithm more or less.
func neighbours(d *dataset.Data, term expression.Node) []expression.Node {
	factors := factors(term)
	var out []expression.Node
	for i, f := range factors {
		replace := func(with ...expression.Node) {
			out = append(out, product(slices.Concat(factors[:i], with, factors[i+1:])))
		}
		base, exponent, ok := power(f)
		switch {
		case ok && positive(d, base):
			for _, e := range exponents(exponent) {
				replace(op(expression.Pow, base, expression.Constant(e)))
			}
			replace(f, op(expression.Log, expression.Constant(2), base))
		case isLog(f) && len(factors) > 1:
			replace()
		}
	}
	return out
}

// exponents are the free exponent, as a number that looks fitted, and simple
// fractions around the present one.
func exponents(now float64) []float64 {
	out := []float64{now + 0.0123456789}
	for _, step := range []float64{-0.5, -1. / 3, -0.25, 0.25, 1. / 3, 0.5} {
		if e := now + step; e > 0.05 && e <= 4 {
			out = append(out, e)
		}
	}
	return out
}

// power takes a node for a variable's power: the variable itself, its root, or an explicit power with a
// constant exponent.
func power(n expression.Node) (base expression.Node, exponent float64, ok bool) {
	switch n := n.(type) {
	case expression.Variable:
		return n, 1, true
	case expression.Unary:
		if v, isVariable := n.Arg.(expression.Variable); isVariable && n.Func == expression.Sqrt {
			return v, 0.5, true
		}
	case expression.Binary:
		v, isVariable := n.Left.(expression.Variable)
		c, isConstant := n.Right.(expression.Constant)
		if n.Op == expression.Pow && isVariable && isConstant {
			return v, float64(c), true
		}
	}
	return nil, 0, false
}

func isLog(n expression.Node) bool {
	b, ok := n.(expression.Binary)
	return ok && b.Op == expression.Log
}

// factors are the parts of a product; repeated variables become powers.
func factors(n expression.Node) []expression.Node {
	var flat []expression.Node
	var collect func(expression.Node)
	collect = func(n expression.Node) {
		if b, ok := n.(expression.Binary); ok && b.Op == expression.Mul {
			collect(b.Left)
			collect(b.Right)
			return
		}
		flat = append(flat, n)
	}
	collect(n)
	var out []expression.Node
	for _, f := range flat {
		base, e, ok := power(f)
		merged := false
		for i, g := range out {
			if other, e2, isPower := power(g); ok && isPower && other == base {
				out[i] = op(expression.Pow, base, expression.Constant(e+e2))
				merged = true
				break
			}
		}
		if !merged {
			out = append(out, f)
		}
	}
	return out
}

// product multiplies factors; 1 where there are none.
func product(factors []expression.Node) expression.Node {
	if len(factors) == 0 {
		return expression.Constant(1)
	}
	out := factors[0]
	for _, f := range factors[1:] {
		out = op(expression.Mul, out, f)
	}
	return out
}

// positive reports whether a base is a number whose measured values are all above zero,
// so that it has a logarithm everywhere.
func positive(d *dataset.Data, base expression.Node) bool {
	v, ok := base.(expression.Variable)
	if !ok {
		return false
	}
	c := d.Column(v.Variable)
	return c != nil && c.Kind == model.Number && !slices.ContainsFunc(c.Num, func(x float64) bool { return x <= 0 || math.IsNaN(x) })
}
