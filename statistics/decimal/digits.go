// Package decimal knows numbers as people write them: with few digits, as short fractions, rounded
// to a place, and thresholds at round values.
//
// Programs are written by people: a coefficient of 0.3333 is a third, and a decision between 998 and
// 1004 is at 1000. All functions are pure; none knows a table.
package decimal

import "math"

// Fraction writes x as p/q with the smallest q up to limit, exactly up to rounding (1e-12,
// relative). p has the sign of x. false: there is none, x is 0, not a number, or beyond 1e9.
func Fraction(x float64, limit int) (p, q float64, ok bool) {
	if math.Abs(x) > 1e9 || math.IsNaN(x) {
		return 0, 0, false
	}
	for i := 1; i <= limit; i++ {
		p := math.Round(x * float64(i))
		if p != 0 && math.Abs(x*float64(i)-p) <= 1e-12*math.Abs(p) {
			return p, float64(i), true
		}
	}
	return 0, 0, false
}

// Digits is the number of significant decimal digits of x, from 1 to 17: how short a person
// could write it (within 1e-13, relative).
func Digits(x float64) int {
	if x == 0 {
		return 1
	}
	exponent := math.Floor(math.Log10(math.Abs(x)))
	for digits := 1; digits < 17; digits++ {
		unit := math.Pow(10, exponent-float64(digits)+1)
		if r := math.Round(x / unit); math.Abs(r*unit-x) <= 1e-13*math.Abs(x) {
			return digits
		}
	}
	return 17
}

// NearestFraction is a short fraction or decimal within a relative distance of x, else x: p/q with
// q of at most 24, then up to four digits. A decimal has to be ten times nearer than a fraction,
// for decimals of four digits are nearly everywhere.
func NearestFraction(x, within float64) float64 {
	for q := 1.0; q <= 24; q++ {
		if p := math.Round(x * q); p != 0 && math.Abs(p/q-x) <= within*math.Abs(x) {
			return p / q
		}
	}
	for digits := 1; digits <= 4; digits++ {
		unit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-float64(digits)+1)
		if r := math.Round(x/unit) * unit; math.Abs(r-x) <= within*math.Abs(x)/10 {
			return r
		}
	}
	return x
}

// Whole reports whether all values are integers that floating point holds exactly, below 2^53.
func Whole(values []float64) bool {
	for _, x := range values {
		if x != math.Trunc(x) || math.Abs(x) > 1<<53 {
			return false
		}
	}
	return true
}
