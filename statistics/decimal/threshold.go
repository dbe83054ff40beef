package decimal

import (
	"math"
	"strconv"

	"beagle/model"
)

// Binary is how round a power of two is, beside 1 of a number with one digit and
// 2 of a power of ten.
type Binary float64

// Of what people decide by, of what algorithms work on, and of bytes. Of 26
// thresholds in functions that others wrote, in gaps of 15 %, Seldom finds 76 %,
// and Sometimes 61 % (fit_test.go); but suite A, counts, is exact in 223 of 225
// tables with Sometimes, and in 221 with Seldom.
const (
	Seldom    Binary = 0.5
	Sometimes Binary = 1.5
	Often     Binary = 3
)

// BinaryOf is how round a power of two is for a variable of an algorithm.
func BinaryOf(v model.Variable) Binary {
	if v.Char == model.ByteSize {
		return Often
	}
	return Sometimes
}

// Threshold is the number between two measured values at which a program most
// likely decides: a round one if there is one, else the middle. above reports
// whether the test is "greater than" instead of "at least". whole tells that all
// measured values are integers.
func Threshold(low, high float64, whole bool, binary Binary) (t float64, above bool) {
	if low == high {
		return low, false
	}
	middle := (low + high) / 2
	if low > 0 && high > 2*low {
		middle = math.Sqrt(low * high)
	}
	if whole && high == low+1 {
		if roundness(low, binary) > roundness(high, binary) {
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
		score := roundness(x, binary) - math.Abs(x-middle)/(high-low)
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
func roundness(x float64, binary Binary) float64 {
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
		score = max(score, float64(binary))
	}
	return score
}
