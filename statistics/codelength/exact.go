package codelength

import (
	"math"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/decimal"
)

// Exactly is Length of an expression that says counts exactly, in nats. Its numbers have no noise that would hide
// their digits, so each costs all of them.
func Exactly(n expression.Node, variables int) float64 { return length(n, variables, digits) }

// Listed is what it takes to list exact values, in nats: each different one once, and then which of them comes. A
// form that takes as long says nothing of other inputs.
func Listed(values []float64) float64 {
	nats := Values(values)
	for _, v := range slices.Compact(slices.Sorted(slices.Values(values))) {
		nats += digits(v)
	}
	return nats
}

// Values is how much exact values say, in nats: which of the different ones comes, by how often each does (Shannon,
// "A mathematical theory of communication", 1948).
func Values(y []float64) (nats float64) {
	counts := make(map[float64]float64, len(y))
	for _, v := range y {
		counts[v]++
	}
	for _, v := range y { // in their order: the same sum each time
		nats -= math.Log(counts[v] / float64(len(y)))
	}
	return nats
}

// digits is what it takes to write a number down exactly, in nats: a whole number or a fraction its logarithm, a
// decimal each of its digits, and none more than nine of them, for exact is what differs by less than a billionth.
func digits(x float64) float64 {
	if x == 0 || math.Abs(x) == 1 {
		return 0.5
	}
	nats := math.Ln10 * float64(min(decimal.Digits(x), 9))
	if p, q, ok := decimal.Fraction(x, 1000); ok {
		nats = min(nats, math.Log(math.Abs(p)*q))
	}
	return 1 + nats
}
