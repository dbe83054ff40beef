package robust

import "math"

// Sample is what is known of some values.
type Sample struct {
	Mean, Variance float64 // by n - 1
	N              int     // two at least
}

// Welch is the standard error of the difference of two means whose variances differ, and its degrees of freedom (Welch 1947), one at least.
func Welch(one, other Sample) (deviation, freedom float64) {
	n, m := float64(one.N), float64(other.N)
	a, b := one.Variance/n, other.Variance/m
	if a+b == 0 {
		return 0, n + m - 2
	}
	return math.Sqrt(a + b), max((a+b)*(a+b)/(a*a/(n-1)+b*b/(m-1)), 1)
}
