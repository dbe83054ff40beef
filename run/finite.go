package run

import (
	"math"
)

// Finite is a number that JSON can carry; a refused proposal's fitness is as
// large as a number can be.
func Finite(x float64) float64 {
	switch {
	case math.IsNaN(x), math.IsInf(x, 1):
		return math.MaxFloat64
	case math.IsInf(x, -1):
		return -math.MaxFloat64
	}
	return x
}
