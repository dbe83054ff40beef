package decimal

import (
	"bytes"
	"math"
	"strconv"
)

// Limits of what counts as rounding.
const (
	fullDigits  = 9    // more digits than these are no rounding that matters
	mostRounded = 1e-4 // relative to the value: coarser steps are a clock's, and noise
)

// Resolution is by how much each measured value may be off, relative to it, because it was written
// with few digits: half a unit of the last place that the values have, counted from the first digit
// or from the point. Without noise hundreds of values show such errors well, and they follow from
// the inputs: sums of many terms meet them better than what was meant.
//
// The result has a share for each value, 0 where nothing was rounded: for values of more than nine
// digits, and for zeros. It is never more than 1e-4.
func Resolution(y []float64) []float64 {
	out := make([]float64, len(y))
	exponents := make([]int, len(y))
	// The longest mantissa tells the significant digits, the longest tail behind the point the
	// places. Whoever wrote the values kept one of the two; a value may be off by half a unit of
	// whichever is coarser for it.
	digits, places := 0, math.MinInt
	var text []byte
	for i, v := range y {
		if v == 0 {
			continue
		}
		text = strconv.AppendFloat(text[:0], math.Abs(v), 'e', -1, 64)
		mantissa, exponent, _ := bytes.Cut(text, []byte{'e'})
		exponents[i], _ = strconv.Atoi(string(exponent))
		own := len(mantissa)
		if own > 1 {
			own-- // the point
		}
		digits, places = max(digits, own), max(places, own-1-exponents[i])
		if digits > fullDigits {
			return out
		}
	}
	// The last place counts as 10^last: from the point by places, or from the first digit by
	// digits.
	for i, v := range y {
		if v != 0 {
			last := max(-places, exponents[i]-digits+1)
			out[i] = min(math.Pow10(last)/2/math.Abs(v), mostRounded)
		}
	}
	return out
}
