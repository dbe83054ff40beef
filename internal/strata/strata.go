// Package strata divides values into a few classes of alike ones.
package strata

import "math"

// Count is the number of classes: Number and Text say one from 0 on below it.
const Count = integers + octaves + negatives + texts

const (
	integers  = 8  // 0 to 7, each by itself: decisions, truth values, small counts
	octaves   = 48 // from 1/256 on; the first and the last have what lies beyond
	negatives = octaves / 4
	texts     = 28
)

// Number is the class of a number, which is finite.
func Number(x float64) int {
	if x >= 0 && x < integers && x == math.Trunc(x) {
		return int(x)
	}
	const bias, smallest = 1023, -8 // of an exponent
	octave := min(max(int(math.Float64bits(x)>>52&0x7ff)-bias-smallest, 0), octaves-1)
	if x < 0 {
		return integers + octaves + octave/4
	}
	return integers + octave
}

// Text is the class of a text of this hash.
func Text(hash uint64) int { return Count - texts + int(hash%texts) }
