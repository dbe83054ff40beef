package fit

import (
	"math"
	"strconv"
)

// Threshold is the number between two measured values at which a program most
// likely decides: a round one if there is one, of bytes rather a power of two,
// else the middle. above reports whether the test is "greater than" instead of
// "at least". whole tells that all measured values are integers.
func Threshold(low, high float64, whole, bytes bool) (t float64, above bool) {
	if low == high {
		return low, false
	}
	middle := (low + high) / 2
	if low > 0 && high > 2*low {
		middle = math.Sqrt(low * high)
	}
	if whole && high == low+1 {
		if roundness(low, bytes) > roundness(high, bytes) {
			return low, true
		}
		return high, false
	}
	best, bestScore := middle, math.Inf(-1)
	offer := func(x float64) {
		x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64) // seven times 0.1 is not 0.7
		if x < low || x > high {
			return
		}
		score := roundness(x, bytes) - math.Abs(x-middle)/(high-low)
		if score > bestScore {
			best, bestScore = x, score
		}
	}
	scale := max(math.Abs(low), math.Abs(high))
	for e := -20; e <= 62; e++ {
		offer(math.Ldexp(1, e))
		offer(-math.Ldexp(1, e))
	}
	offer(0)
	for unit := math.Pow(10, math.Floor(math.Log10(scale))-2); unit <= 10*scale; unit *= 10 {
		for _, step := range []float64{unit, 5 * unit} {
			for _, x := range []float64{math.Ceil(low/step) * step, math.Floor(high/step) * step, math.Round(middle/step) * step} {
				offer(x)
			}
		}
	}
	if math.IsInf(bestScore, -1) {
		best = middle
		if whole {
			best = math.Ceil(middle)
		}
	}
	if whole {
		best = math.Round(best)
	}
	return best, best == low || !whole && best < high
}

// roundness is how much a number looks as if a programmer chose it.
func roundness(x float64, bytes bool) float64 {
	if x == 0 {
		return 3
	}
	frac, exponent := math.Frexp(math.Abs(x))
	digits := float64(Digits(x))
	score := 2 - digits
	if p := math.Pow(10, math.Round(math.Log10(math.Abs(x)))); math.Abs(x) == p {
		score = 2
	} else if half := x / p * 20; digits > 1 && half == math.Round(half) || digits > 2 && half*10 == math.Round(half*10) { // 25, 0.75, 125
		score += 0.3
	}
	if frac == 0.5 && exponent > 3 {
		score = max(score, 1.5)
		if bytes {
			score = 3
		}
	}
	return score
}
