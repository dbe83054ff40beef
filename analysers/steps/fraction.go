package steps

import "math"

// simplest is the fraction with the smallest denominator in [low, high], by
// descent in the Stern-Brocot tree along continued fractions; NaN where the
// interval is empty.
func simplest(low, high float64) float64 {
	if !(low <= high) {
		return math.NaN()
	}
	if low <= 0 {
		if high >= 0 {
			return 0
		}
		return -simplest(-high, -low)
	}
	return descend(low, high, 0)
}

// descend goes down the Stern-Brocot tree, in the form of continued fractions, to the fraction with the
// smallest denominator between low and high; depth bounds what rounding errors could make endless.
func descend(low, high float64, depth int) float64 {
	whole := math.Floor(low)
	if whole == low || depth > 30 {
		return low
	}
	if whole+1 <= high {
		return whole + 1
	}
	return whole + 1/descend(1/(high-whole), 1/(low-whole), depth+1)
}
