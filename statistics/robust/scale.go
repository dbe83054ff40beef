package robust

import (
	"math"

	"beagle/internal/scratch"
)

// Scale is the robust standard deviation of residuals of a model with k fitted coefficients:
// Huber's proposal 2 (1964), started at the median of absolute values. It has the unit of the
// residuals; +Inf where one is not finite, 0 where there are none or the model meets all of them.
// It solves sum psi(r/sigma)^2 = (n-k) E psi(z)^2 by at most six fixed-point steps, which is as
// near as anything here depends on.
func Scale(residuals []float64, k int) float64 {
	n := len(residuals)
	if n == 0 {
		return 0
	}
	room := scratch.Take(n)
	defer room.Give()
	sizes, largest := room.Values, 0.0
	for i, r := range residuals {
		if math.IsNaN(r) || math.IsInf(r, 0) {
			return math.Inf(1)
		}
		sizes[i] = math.Abs(r)
		largest = max(largest, sizes[i])
	}
	free := max(float64(n-k), 1)
	sigma := ToDeviation * Median(sizes) * math.Sqrt(float64(n)/free)
	const consistency = 0.7785 // E psi(z)^2 of a standard normal z at the limit 1.5
	// More than half of the residuals are zero: the median tells nothing. A model with as many
	// coefficients as half of the points interpolates them; otherwise begin with the largest.
	if sigma == 0 {
		if k >= n/2 || largest == 0 {
			return 0
		}
		sigma = largest / 3
	}
	for range 6 {
		before := sigma
		sigma = math.Sqrt(bounded(sizes, HuberLimit*sigma) / free / consistency)
		if sigma == 0 || sigma == before {
			break
		}
	}
	return sigma
}

// bounded is the sum of squares of sizes, of which none counts for more than the limit.
// Four sums side by side take a third of the time of one: each addition would wait for
// the one before.
func bounded(sizes []float64, limit float64) float64 {
	var a, b, c, d float64
	for ; len(sizes) >= 4; sizes = sizes[4:] {
		w, x, y, z := min(sizes[0], limit), min(sizes[1], limit), min(sizes[2], limit), min(sizes[3], limit)
		a, b, c, d = a+w*w, b+x*x, c+y*y, d+z*z
	}
	for _, r := range sizes {
		r = min(r, limit)
		a += r * r
	}
	return (a + b) + (c + d)
}
