package codelength

import (
	"beagle/model/expression"
)

// Unusual reports whether an expression of a measured quantity has something in it that programs
// seldom cost, and that stands for a usual cost bent by caches, compilers or chance: a fractional
// power, a share that fills up (n / (100 + n)), a parameter's part that is taken away from the rest, or
// a remainder. It says nothing of exact counts, in which the last two are common.
func Unusual(n expression.Node) bool {
	if FractionalPower(n) || takesAway(n, 1) {
		return true
	}
	return expression.Any(n, func(n expression.Node) bool {
		b, ok := n.(expression.Binary)
		return ok && (b.Op == expression.Mod || b.Op == expression.Div && fillsUp(b))
	})
}

// fillsUp reports whether a quotient is a share that fills up: a parameter by a sum that has it, too.
func fillsUp(quotient expression.Binary) bool {
	sum, ok := quotient.Right.(expression.Binary)
	if !ok || sum.Op != expression.Add || !Depends(sum) {
		return false
	}
	for _, v := range expression.Variables(quotient.Left) {
		for _, w := range expression.Variables(sum) {
			if v == w {
				return true
			}
		}
	}
	return false
}

// takesAway reports whether a term of a sum depends on a parameter and counts below zero; sign is
// that of the expression within the whole.
func takesAway(n expression.Node, sign float64) bool {
	switch n := n.(type) {
	case expression.Binary:
		switch n.Op {
		case expression.Add:
			return takesAway(n.Left, sign) || takesAway(n.Right, sign)
		case expression.Sub:
			return takesAway(n.Left, sign) || takesAway(n.Right, -sign)
		case expression.Mul:
			if c, ok := n.Left.(expression.Constant); ok {
				return takesAway(n.Right, sign*float64(c))
			}
			return takesAway(n.Left, sign) // a number in front of several factors stands first
		case expression.Div:
			return takesAway(n.Left, sign)
		default:
		}
	case expression.Unary:
		if n.Func == expression.Neg {
			return takesAway(n.Arg, -sign)
		}
	case expression.If:
		return takesAway(n.Then, sign) || takesAway(n.Else, sign)
	default:
	}
	return sign < 0 && Depends(n)
}
