package main

import (
	"math"

	"beagle/analysers/fit"
	"beagle/model/expression"
)

// r2 is the share of the true function's variance on some points that an
// expression explains.
func (t *table) r2(n expression.Node, points [][]float64) float64 {
	f, err := fit.Evaluate(n, t.columns(points))
	if err != nil {
		return math.Inf(-1)
	}
	if len(f) < len(points) { // an expression without variables on a table without columns
		return math.Inf(-1)
	}
	mean := 0.0
	for _, x := range points {
		mean += t.problem.truth(x) / float64(len(points))
	}
	var left, all, squares float64
	for i, x := range points {
		y := t.problem.truth(x)
		left += (y - f[i]) * (y - f[i])
		all += (y - mean) * (y - mean)
		squares += y * y
	}
	if math.IsNaN(left) {
		return math.Inf(-1)
	}
	if all < 1e-18*squares || all == 0 { // a constant has no variance: judge the error itself
		if squares == 0 {
			return 1 - left
		}
		return 1 - left/squares
	}
	return 1 - left/all
}

// exact reports whether an expression gives the true count everywhere.
func (t *table) exact(n expression.Node, points [][]float64) bool {
	f, err := fit.Evaluate(n, t.columns(points))
	if err != nil {
		return false
	}
	for i, x := range points {
		if y := t.problem.truth(x); math.Abs(y-f[i]) > 1e-6*max(1, math.Abs(y)) {
			return false
		}
	}
	return true
}

// matters reports whether the true function depends on an input.
func (t *table) matters(j int) bool {
	if t.inputs[j].name == "twin.VALUE" || j >= len(t.problem.inputs) {
		return false
	}
	for i, x := range t.train[:min(50, len(t.train))] {
		other := append([]float64{}, x...)
		other[j] = t.train[(i+7)%len(t.train)][j]
		if t.problem.truth(other) != t.problem.truth(x) {
			return true
		}
	}
	return false
}
