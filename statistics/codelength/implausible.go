package codelength

import (
	"math"

	"beagle/model/expression"
)

// mostNested is how deep smaller and larger of two may stand in each other: a
// page's items are Min within Max, and nobody reads a third.
const mostNested = 2

// Implausible says why no programmer would write an expression down, whatever the data say; it is
// empty for a sensible one. A free search finds such forms because they bend wherever noise does: a
// base and an exponent that both depend on parameters, logarithms of logarithms, powers of powers.
// They are right nowhere else, least of all for small inputs. A tree's nodes are one parameter to
// the power of another, and nothing besides.
//
// The reason is a clause in English that goes on after the expression, such as "it is a root of a
// root".
func Implausible(n expression.Node) string {
	word := ""
	expression.Walk(n, func(n expression.Node) bool {
		if word == "" {
			word = implausibleHere(n)
		}
		return word == ""
	})
	return word
}

// implausibleHere is why the node itself, apart from the nodes inside it, is a form that costs of programs
// do not have; empty: it may be one. Each rule keeps a search from imitating noise by functions nested in
// each other.
func implausibleHere(n expression.Node) string {
	switch n := n.(type) {
	case expression.Unary:
		if n.Func == expression.Sqrt && holds(n.Arg, isFractional) {
			return "it is a root of a root"
		}
		if n.Func == expression.Ln && holds(n.Arg, isLogarithm) {
			return "it is a logarithm of a logarithm"
		}
	case expression.Binary:
		switch n.Op {
		case expression.Log:
			switch {
			case Depends(n.Left) && !(plain(n.Left) && plain(n.Right)):
				return "the base of a logarithm depends on parameters"
			case atMostOne(n.Left):
				return "the base of a logarithm is not above one"
			case holds(n.Right, isLogarithm):
				return "it is a logarithm of a logarithm"
			}
		case expression.Pow:
			switch {
			case Depends(n.Left) && Depends(n.Right) && !(plain(n.Left) && plain(n.Right)): // those are the nodes of a tree
				return "base and exponent of a power both depend on parameters"
			case Depends(n.Right) && holds(n.Right, func(n expression.Node) bool { return isPower(n) || isLogarithm(n) }):
				return "an exponent is itself a power or a logarithm"
			case Depends(n.Left) && holds(n.Left, func(n expression.Node) bool { return isFractional(n) || isPower(n) && !wholePower(n) }):
				return "it is a power of a power"
			case Depends(n.Left) && holds(n.Left, isPower) && !wholePower(n):
				return "it is a power of a power"
			}
		case expression.Min, expression.Max:
			if nested(n) > mostNested {
				return "smaller and larger of two stand in each other again and again"
			}
		default:
		}
	default:
	}
	return ""
}

// atMostOne reports whether a node is a number that is no base of a logarithm.
func atMostOne(n expression.Node) bool {
	c, ok := n.(expression.Constant)
	return ok && c <= 1
}

// plain reports whether a node is a parameter, or one and a whole number: what
// people write where two parameters make a power.
func plain(n expression.Node) bool {
	if b, ok := n.(expression.Binary); ok && (b.Op == expression.Add || b.Op == expression.Sub) {
		if c, ok := b.Right.(expression.Constant); ok && float64(c) == math.Trunc(float64(c)) {
			n = b.Left
		} else if c, ok := b.Left.(expression.Constant); ok && float64(c) == math.Trunc(float64(c)) {
			n = b.Right
		}
	}
	_, ok := n.(expression.Variable)
	return ok
}

// Depends reports whether a value changes with a parameter.
func Depends(n expression.Node) bool { return len(expression.Variables(n)) > 0 }

// holds reports whether a node, or one in it, is of a kind. What is rounded to
// whole numbers counts as a number: capacities are two to the power of
// Ceil(Log(2, n)).
func holds(n expression.Node, kind func(expression.Node) bool) bool {
	found := false
	expression.Walk(n, func(n expression.Node) bool {
		if u, ok := n.(expression.Unary); ok && (u.Func == expression.Ceil || u.Func == expression.Floor || u.Func == expression.Round) {
			return false
		}
		found = found || Depends(n) && kind(n)
		return !found
	})
	return found
}

// HasLogarithm reports whether a logarithm of inputs stands in an expression.
func HasLogarithm(n expression.Node) bool {
	return expression.Any(n, func(n expression.Node) bool { return Depends(n) && isLogarithm(n) })
}

// isLogarithm reports whether a node is a logarithm of any base.
func isLogarithm(n expression.Node) bool {
	switch n := n.(type) {
	case expression.Unary:
		return n.Func == expression.Ln
	case expression.Binary:
		return n.Op == expression.Log
	default:
		return false
	}
}

func isPower(n expression.Node) bool {
	b, ok := n.(expression.Binary)
	return ok && b.Op == expression.Pow
}

// isFractional reports whether a node is a root, or a power that is no whole one.
func isFractional(n expression.Node) bool {
	if u, ok := n.(expression.Unary); ok {
		return u.Func == expression.Sqrt
	}
	return isPower(n) && !wholePower(n)
}

// wholePower reports whether a power's exponent is a small whole number.
func wholePower(n expression.Node) bool {
	b, ok := n.(expression.Binary)
	if !ok || b.Op != expression.Pow {
		return false
	}
	c, ok := b.Right.(expression.Constant)
	return ok && (c == 2 || c == 3 || c == 4)
}

// nested is how many smaller and larger of two stand in each other.
func nested(n expression.Node) int {
	deepest := 0
	for _, part := range expression.Children(n) {
		deepest = max(deepest, nested(part))
	}
	if b, ok := n.(expression.Binary); ok && (b.Op == expression.Min || b.Op == expression.Max) {
		deepest++
	}
	return deepest
}
