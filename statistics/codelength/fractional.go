package codelength

import (
	"math"

	"beagle/model/expression"
)

// FractionalPower reports whether an expression grows with a fractional power of something: an
// exponent that is neither whole nor a half alone, such as n^0.94, n * Sqrt(n) or
// m * Sqrt(n). Few programs cost that, and what machines do to the usual forms looks
// like it.
func FractionalPower(n expression.Node) bool {
	found := false
	expression.Walk(n, func(n expression.Node) bool {
		// An exponent is the right side of a power; a square root can also stand as a factor of a
		// product, where it makes n * Sqrt(n) out of n, whatever the side. A root that stands alone
		// is not counted: square roots are usual costs.
		b, ok := n.(expression.Binary)
		if !ok || found {
			return !found
		}
		c, isConstant := b.Right.(expression.Constant)
		switch {
		case b.Op == expression.Pow && isConstant && Depends(b.Left):
			found = float64(c) != math.Trunc(float64(c)) && c != 0.5
		case b.Op == expression.Mul && Depends(b.Left) && Depends(b.Right):
			found = isRoot(lastFactor(b.Left)) || isRoot(b.Right) || isRoot(b.Left)
		default:
		}
		return !found
	})
	return found
}

// isRoot reports whether a node is a square root, however it is written.
func isRoot(n expression.Node) bool {
	switch n := n.(type) {
	case expression.Unary:
		return n.Func == expression.Sqrt && Depends(n.Arg)
	case expression.Binary:
		c, ok := n.Right.(expression.Constant)
		return ok && n.Op == expression.Pow && c == 0.5 && Depends(n.Left)
	default:
		return false
	}
}
