package robust

import "math"

// InRange reports whether a measured value is one: its square must have a
// place in floating point.
func InRange(y float64) bool {
	size := math.Abs(y)
	return size == 0 || size > 1/Largest && size < Largest
}

const Largest = 1e100
