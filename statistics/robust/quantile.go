package robust

import (
	"math"
	"slices"
)

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
