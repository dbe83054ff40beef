package launches

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Limits of when launches are said to be of two kinds.
const (
	kindsFrom  = 4   // launches that can be compared
	kindsLeast = 2   // launches of each kind; one by itself is an outlier, no kind
	kindsApart = 1.1 // times as long: less does not matter to anybody
)

// kinds splits launches in two where they plainly are of two kinds: a compiler
// that decides one way or the other for a whole launch. It gives the factor
// between the kinds and how many launches are of the slower one; 0: one kind.
//
// The split is the one with the least squares within; whether it is more than a
// split of one normal kind would show is the likelihood ratio of Engelman and
// Hartigan, "Percentage Points of a Test for Clusters", Journal of the American
// Statistical Association 64, 1969.
func kinds(effects []float64) (apart float64, slow int) {
	n := len(effects)
	if n < kindsFrom {
		return 0, 0
	}
	// The best split into two is a cut of the sorted effects, so that all n-1 cuts are
	// all there are to try.
	x := slices.Sorted(slices.Values(effects))
	all := squares(x)
	least, at := math.Inf(1), 0
	for i := kindsLeast; i <= n-kindsLeast; i++ {
		if within := squares(x[:i]) + squares(x[i:]); within < least {
			least, at = within, i
		}
	}
	apart = math.Exp(stat.Mean(x[at:], nil) - stat.Mean(x[:at], nil))
	if apart < kindsApart || math.Log(all/least) < onePercent(n) {
		return 0, 0
	}
	return apart, n - at
}

// onePercent is what the logarithm of the squares' ratio exceeds by chance in
// at most one of a hundred samples of n from one normal kind. Engelman and
// Hartigan's approximation is for many launches; the term of 2.5/(n-2) makes it
// hold from 4 on (see the test).
func onePercent(n int) float64 {
	m := float64(n - 2)
	return -math.Log(1-2/math.Pi) + (2.4+2.5)/m + 2.326/math.Sqrt(m)
}

// squares is the sum of squares around the mean.
func squares(x []float64) (sum float64) {
	mean := stat.Mean(x, nil)
	for _, v := range x {
		sum += (v - mean) * (v - mean)
	}
	return sum
}
