package refine

import (
	"beagle/model/expression"
)

// factored are equal expressions in which a variable, or a number, that all
// terms of a sum share stands once: n * (n - 1) / 2.
func factored(n expression.Node) []expression.Node {
	terms := summands(n)
	if len(terms) < 2 {
		return nil
	}
	var out []expression.Node
	for _, v := range expression.Variables(n) {
		shared := expression.Variable{Variable: v}
		rest := make([]expression.Node, 0, len(terms))
		for _, t := range terms {
			if r, ok := without(t, shared); ok {
				rest = append(rest, r)
			}
		}
		if len(rest) == len(terms) {
			inner := commonNumber(sum(rest))
			out = append(out, expression.Simplify(op(expression.Mul, shared, sum(rest))), halved(op(expression.Mul, shared, inner.node), inner.factor))
		}
	}
	return out
}

// without divides a product by one of its factors.
func without(n, factor expression.Node) (expression.Node, bool) {
	if n == factor {
		return expression.Constant(1), true
	}
	b, ok := n.(expression.Binary)
	if !ok {
		return nil, false
	}
	switch b.Op {
	case expression.Mul:
		if rest, ok := without(b.Right, factor); ok {
			return expression.Simplify(op(expression.Mul, b.Left, rest)), true
		}
		if rest, ok := without(b.Left, factor); ok {
			return expression.Simplify(op(expression.Mul, rest, b.Right)), true
		}
	case expression.Pow:
		if e, isConstant := b.Right.(expression.Constant); isConstant && b.Left == factor && e >= 2 {
			return expression.Simplify(op(expression.Pow, b.Left, e-1)), true
		}
	default:
	}
	return nil, false
}

// scaled is an expression with the number before it.
type scaled struct {
	factor float64
	node   expression.Node
}

// commonNumber takes the number of the first term out of a sum.
func commonNumber(n expression.Node) scaled {
	terms := summands(n)
	factor := 1.0
	if b, ok := terms[0].(expression.Binary); ok && b.Op == expression.Mul {
		if c, ok := b.Left.(expression.Constant); ok {
			factor = float64(c)
		}
	}
	for i := range terms {
		terms[i] = expression.Simplify(op(expression.Mul, expression.Constant(1/factor), terms[i]))
	}
	return scaled{factor, sum(terms)}
}

// halved writes a factor of one half as a division, as people do.
func halved(n expression.Node, factor float64) expression.Node {
	if inverse := 1 / factor; inverse > 1 && inverse == float64(int(inverse)) {
		return op(expression.Div, n, expression.Constant(inverse))
	}
	return expression.Simplify(op(expression.Mul, expression.Constant(factor), n))
}
