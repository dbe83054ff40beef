package robust

import (
	"math"
	"slices"
)

// nth is the value that would stand at a place if the values were sorted, NaN last. It
// reorders them: what stands before the place is no larger, and what stands behind it
// no smaller.
//
// It is Hoare's selection (Algorithm 65: Find, 1961), since sorting took a quarter of
// the time of a fit. Values change places whether they are smaller than the pivot or
// not (Lomuto's partition): a processor guesses wrongly every other time which it is,
// and waits four times as long for that as for the moves.
func nth(values []float64, place int) float64 {
	const few = 8
	rest, at := values, place
	for len(rest) > few {
		pivot := pivotOf(rest)
		smaller := below(rest, pivot)
		if at < smaller {
			rest = rest[:smaller]
			continue
		}
		equal := smaller + upTo(rest[smaller:], pivot)
		switch {
		case at < equal:
			return pivot
		case equal > 0:
			rest, at = rest[equal:], at-equal
		default: // the pivot is no number
			numbers := upTo(rest, math.Inf(1))
			if at >= numbers {
				return pivot
			}
			rest = rest[:numbers]
		}
	}
	for i := range rest {
		for j := i; j > 0 && (rest[j] < rest[j-1] || rest[j-1] != rest[j-1]); j-- {
			rest[j], rest[j-1] = rest[j-1], rest[j]
		}
	}
	return rest[at]
}

// pivotOf is the median of three values, or of three medians.
func pivotOf(values []float64) float64 {
	const many = 64
	n := len(values)
	low, middle, high := values[0], values[n/2], values[n-1]
	if n > many {
		low = ofThree(values[0], values[1], values[2])
		middle = ofThree(values[n/2-1], values[n/2], values[n/2+1])
		high = ofThree(values[n-3], values[n-2], values[n-1])
	}
	return ofThree(low, middle, high)
}

func ofThree(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }

// below moves values smaller than a pivot before the others and counts them.
func below(values []float64, pivot float64) (smaller int) {
	for i, x := range values {
		values[i], values[smaller] = values[smaller], x
		next := 0
		if x < pivot {
			next = 1
		}
		smaller += next
	}
	return smaller
}

// upTo moves values no larger than a pivot before the others and counts them.
func upTo(values []float64, pivot float64) (others int) {
	for i, x := range values {
		values[i], values[others] = values[others], x
		next := 0
		if x <= pivot {
			next = 1
		}
		others += next
	}
	return others
}

// Quantile interpolates the q-quantile of values in ascending order linearly between neighbours
// (type 7 of Hyndman and Fan, "Sample quantiles in statistical packages", 1996, which R and NumPy
// take too); q is a share from 0 to 1. NaN where there are none. gonum's LinInterp is type 4, which
// is beside the sample median.
func Quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := q * float64(len(sorted)-1)
	low := int(at)
	if low+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[low] + (at-float64(low))*(sorted[low+1]-sorted[low])
}

// QuantileOf is Quantile of values in any order, without sorting them all. It reorders
// them.
func QuantileOf(values []float64, q float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	at := q * float64(len(values)-1)
	low := int(at)
	if low+1 >= len(values) {
		return nth(values, len(values)-1)
	}
	below := nth(values, low)
	return below + (at-float64(low))*(slices.Min(values[low+1:])-below)
}

// InRange reports whether a measured value is one: its square must have a place in floating point.
// 0 is in range; NaN and the infinities are not.
func InRange(y float64) bool {
	size := math.Abs(y)
	return size == 0 || size > 1/Largest && size < Largest
}

// Largest bounds the size of a measured value, so that squares and sums of squares stay finite in floating
// point (1.8e308).
const Largest = 1e100
