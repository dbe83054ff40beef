package robust

import "math"

// InRange reports whether a measured value is one: its square must have a place in floating point.
// 0 is in range; NaN and the infinities are not.
func InRange(y float64) bool {
	size := math.Abs(y)
	return size == 0 || size > 1/Largest && size < Largest
}

// Largest bounds the size of a measured value, so that squares and sums of squares stay finite in floating
// point (1.8e308).
const Largest = 1e100
