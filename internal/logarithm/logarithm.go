// Package logarithm takes natural logarithms of many numbers at once: the residuals of
// relative noise are logarithms, and they were a seventh of the time of a fit.
package logarithm

import "math"

// Coefficients of FreeBSD's e_log.c (Sun Microsystems, 1993), as in package math.
const (
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10
	l1    = 6.666666666666735130e-01
	l2    = 3.999999999940941908e-01
	l3    = 2.857142874366239149e-01
	l4    = 2.222219843214978396e-01
	l5    = 1.818357216161805012e-01
	l6    = 1.531383769920937332e-01
	l7    = 1.479819860511658591e-01
)

const (
	fraction = 52                 // bits of a number's fraction
	least    = 1 << 52            // bits of the least number that is not subnormal
	infinite = 0x7ff << 52        // bits of +Inf
	rootHalf = 0x3fe6a09e667f3bcd // bits of the root of a half
)

// Of puts the natural logarithms of values into dst, which may be the same memory. They
// are those of math.Log bit by bit, on processors whose math.Log is the same algorithm;
// but the next ones are begun before one is done.
func Of(dst, values []float64) {
	values = values[:len(dst)]
	for i, x := range values {
		bits := math.Float64bits(x)
		if bits-least >= infinite-least { // zero, subnormal, negative, infinite or no number
			dst[i] = math.Log(x)
			continue
		}
		// x is 2^k (1 + f), and 1 + f lies between the roots of a half and of two.
		exponent := int64(bits-rootHalf) >> fraction
		f, k := math.Float64frombits(bits-uint64(exponent)<<fraction)-1, float64(exponent)
		s := f / (2 + f)
		s2 := s * s
		s4 := s2 * s2
		t1 := s2 * (l1 + s4*(l3+s4*(l5+s4*l7)))
		t2 := s4 * (l2 + s4*(l4+s4*l6))
		half := 0.5 * f * f
		dst[i] = k*ln2Hi - ((half - (s*(half+(t1+t2)) + k*ln2Lo)) - f)
	}
}
