package calibration

import (
	"math"

	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// levelled is an expression with the measured total: a number of times the given
// one, as where a slow path does the same more slowly, or the given one and a
// constant, as where now and then something else happens, however large the input
// is. Both have one number more, and that with the larger Poisson pseudo likelihood
// is taken, as in refit: it needs only that the mean is right.
func (o *observed) levelled(d *dataset.Data, n expression.Node, ratio float64) expression.Node {
	scaled := Scaled(n, ratio)
	raised, by := o.raised(n)
	if !(by > 0) {
		return scaled
	}
	better := 0.0
	for i, f := range o.f {
		better += o.weight[i] * o.y[i] * math.Log((f+by)/(ratio*f))
	}
	if !(better > 0) {
		return scaled
	}
	if far, err := dataset.Evaluate(raised, d.Extrapolation); err != nil || len(far) == 0 {
		return scaled
	}
	return raised
}

// raised is an expression and the constant that it lacks to the measured total.
func (o *observed) raised(n expression.Node) (expression.Node, float64) {
	lacks, weights := 0.0, 0.0
	for i, f := range o.f {
		lacks += o.weight[i] * (o.y[i] - f)
		weights += o.weight[i]
	}
	by := lacks / weights
	return expression.Simplify(plus(n, by)), by
}

// plus adds a number to an expression's own constant, where it has one.
func plus(n expression.Node, by float64) expression.Node {
	switch n := n.(type) {
	case expression.Constant:
		return n + expression.Constant(by)
	case expression.Binary:
		switch {
		case n.Op == expression.Add && hasSummand(n.Left):
			return expression.Binary{Op: expression.Add, Left: plus(n.Left, by), Right: n.Right}
		case n.Op == expression.Add && hasSummand(n.Right):
			return expression.Binary{Op: expression.Add, Left: n.Left, Right: plus(n.Right, by)}
		}
	}
	return expression.Binary{Op: expression.Add, Left: expression.Constant(by), Right: n}
}

// hasSummand reports whether a sum holds a constant.
func hasSummand(n expression.Node) bool {
	switch n := n.(type) {
	case expression.Constant:
		return true
	case expression.Binary:
		return n.Op == expression.Add && (hasSummand(n.Left) || hasSummand(n.Right))
	}
	return false
}
