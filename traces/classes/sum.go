package classes

import (
	"math"
	"math/bits"
)

// Wide is a sum of non-negative integers in 128 bits: exact, so that merging in any order gives the same result.
type Wide struct{ hi, lo uint64 }

// Add adds a value.
func (w *Wide) Add(x uint64) {
	var carry uint64
	w.lo, carry = bits.Add64(w.lo, x, 0)
	w.hi += carry
}

// AddSquare adds the square of a value.
func (w *Wide) AddSquare(x uint64) {
	hi, lo := bits.Mul64(x, x)
	var carry uint64
	w.lo, carry = bits.Add64(w.lo, lo, 0)
	w.hi, _ = bits.Add64(w.hi, hi, carry)
}

func (w *Wide) merge(o Wide) {
	var carry uint64
	w.lo, carry = bits.Add64(w.lo, o.lo, 0)
	w.hi, _ = bits.Add64(w.hi, o.hi, carry)
}

func (w Wide) float() float64 { return math.Ldexp(float64(w.hi), 64) + float64(w.lo) }

// deviation is the standard deviation of n values from their exact sum and sum of squares: sqrt(n*sq - sum^2)/n, with
// the difference taken in integers where it fits, because there it cancels.
func deviation(n uint64, sum, squares Wide) float64 {
	if n < 2 {
		return 0
	}
	if sum.hi == 0 {
		// n*squares and sum^2 in 192 and 128 bits.
		h0, l0 := bits.Mul64(squares.lo, n)
		h1, l1 := bits.Mul64(squares.hi, n)
		mid, carry := bits.Add64(h0, l1, 0)
		top := h1 + carry
		sh, sl := bits.Mul64(sum.lo, sum.lo)
		lo, borrow := bits.Sub64(l0, sl, 0)
		mid, borrow = bits.Sub64(mid, sh, borrow)
		top -= borrow
		return math.Sqrt(math.Ldexp(float64(top), 128)+math.Ldexp(float64(mid), 64)+float64(lo)) / float64(n)
	}
	mean := sum.float() / float64(n)
	return math.Sqrt(max(0, squares.float()/float64(n)-mean*mean))
}
