// Package robust holds location, scale and loss that outliers do not move: quantiles, the median,
// the median absolute deviation, and the M-estimators of Huber (Robust Statistics, 1981).
//
// Measured times have heavy tails: a collection of garbage or another process makes single
// executions take many times as long. A mean and least squares follow such values; what is here
// bounds the influence of each. Functions take plain slices and know no table. Values have to be
// finite and of a size whose square is, see InRange; residuals are in units of the noise, so that
// the same limits serve times, bytes and counts.
package robust

import (
	"math"
	"slices"
)

// Median of values, the mean of the two in the middle where their number is even; NaN where there
// are none. It reorders the values. It takes linear time on average.
func Median(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return math.NaN()
	}
	upper := Middle(values)
	if n%2 == 1 {
		return upper
	}
	return (slices.Max(values[:n/2]) + upper) / 2
}

// Middle is the upper one of the two values in the middle: one of the values,
// where the mean of two would mean nothing; NaN where there are none. It reorders
// the values.
func Middle(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	return nth(values, len(values)/2)
}

// ToDeviation turns a median absolute deviation into the standard deviation of a
// normal distribution that has it (Hampel, "The influence curve and its role in
// robust estimation", 1974).
const ToDeviation = 1.4826

// Deviation is the standard deviation of values by their median absolute
// deviation from the median; 0 where there are none.
func Deviation(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	away := slices.Clone(values)
	center := Median(away)
	for i, x := range away {
		away[i] = math.Abs(x - center)
	}
	return ToDeviation * Median(away)
}
