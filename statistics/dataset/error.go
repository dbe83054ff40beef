package dataset

import (
	"math"
	"slices"

	"beagle/internal/scratch"
	"beagle/statistics/robust"
)

// RelativeError is the median of |y - f| / |y|, a share: 0.1 is a tenth. Where y is zero it is in
// units of the typical value; observations of no noise are averaged instead, so that the error is
// zero only where all of them are said exactly. f has a value for each point; NaN where one of f is
// NaN. What is below 1e-9 is rounding and counts as none.
func RelativeError(d *Data, f []float64) float64 {
	level := d.Level()
	room := scratch.Take(len(f))
	defer room.Give()
	errors, sum := room.Values, 0.0
	for i, y := range d.Y {
		size := math.Abs(y)
		if size == 0 {
			size = level
		}
		errors[i] = math.Abs(y-f[i]) / size
		if math.IsNaN(errors[i]) {
			return math.NaN()
		}
		if errors[i] < 1e-9 {
			errors[i] = 0
		}
		sum += errors[i] / float64(len(f))
	}
	if !d.Noisy {
		return sum
	}
	return robust.Median(errors)
}

// Relative reports whether errors are relative to the value: no value is negative.
func (d *Data) Relative() bool {
	return !slices.ContainsFunc(d.Y, func(y float64) bool { return y < 0 })
}

// Level is the typical size of a measured value, in its unit: the median of what is not zero;
// 1 where all are zero.
func (d *Data) Level() float64 {
	if d.level > 0 {
		return d.level
	}
	return typicalSize(d.Y)
}

// typicalSize is the median size of values that are not zero; 1 where all are.
func typicalSize(values []float64) float64 {
	sizes := make([]float64, 0, len(values))
	for _, y := range values {
		if y != 0 {
			sizes = append(sizes, math.Abs(y))
		}
	}
	if len(sizes) == 0 {
		return 1
	}
	return robust.Median(sizes)
}
