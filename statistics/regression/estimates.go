package regression

import (
	"math"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// Estimates are the numbers of an expression that the data decided, by their
// places among all of them. A power, the base of a logarithm, the block size of
// a step or the 1 of n-1 are its form; a factor or a summand is an estimate
// however short it is written, as the 2E-9 of 2E-9 * n.
type Estimates struct {
	Places []int // of the estimates among all numbers of the expression, as Numbers lists them, ascending
	// Gaps are thresholds: the data know of them only between which two measured
	// values they lie.
	Gaps []Gap
}

// Gap is a threshold, and the measured values next to it.
type Gap struct {
	Place int // of the threshold among all numbers of the expression
	// Low, High: the largest value below the threshold and the smallest above it: any number between them fits
	// as well
	Low, High float64
}

// EstimatesOf finds the estimates of an expression by what each number does in it; the data
// say only between which measured values thresholds lie.
func EstimatesOf(d *dataset.Data, n expression.Node) Estimates {
	w := estimating{data: d}
	w.visit(n, summand)
	return w.found
}

// role is what a part of an expression does to its value.
type role int

const (
	summand role = iota // adds to it or scales it
	inside              // is scaled by another number, or stands in a function
	form                // decides between parts or rounds
)

// estimating is a walk through an expression.
type estimating struct {
	data  *dataset.Data
	at    int // the next number's place
	found Estimates
}

// visit walks the expression in the order in which Numbers lists its numbers, so that at is the place of the
// number that comes next.
func (w *estimating) visit(n expression.Node, r role) {
	switch n := n.(type) {
	case expression.Constant:
		simple := codelength.Number(float64(n)) <= 3
		if r == summand && n != 0 || r == inside && !simple {
			w.found.Places = append(w.found.Places, w.at)
		}
		w.at++
	case expression.Unary:
		switch n.Func {
		case expression.Neg:
		case expression.Floor, expression.Ceil, expression.Round, expression.Not:
			r = form
		default:
			r = max(r, inside)
		}
		w.visit(n.Arg, r)
	case expression.If:
		w.visit(n.Cond, form)
		w.visit(n.Then, r)
		w.visit(n.Else, r)
	case expression.Binary:
		w.binary(n, r)
	}
}

// binary passes down what the operator makes of its operands: sums leave their role, products give each
// factor its own (see factor), and what stands in a denominator, a bound, a power or a logarithm is inside.
// Comparisons are looked at for thresholds first.
func (w *estimating) binary(n expression.Binary, r role) {
	left, right := r, r
	switch n.Op {
	case expression.Add, expression.Sub:
	case expression.Mul:
		left, right = w.factor(n.Left, n.Right, r), w.factor(n.Right, n.Left, r)
	case expression.Div:
		left, right = w.factor(n.Left, n.Right, r), max(r, inside)
	case expression.Min, expression.Max, expression.Pow, expression.Log:
		left, right = max(r, inside), max(r, inside)
	default: // comparisons, truth values, remainders
		w.gap(n)
		left, right = form, form
	}
	w.visit(n.Left, left)
	w.visit(n.Right, right)
}

// factor is the role of a factor beside another: 1 makes a quotient real, and
// beside a number that is estimated others are not, unless they look so.
func (w *estimating) factor(n, other expression.Node, r role) role {
	if c, ok := n.(expression.Constant); ok {
		if math.Abs(float64(c)) == 1 {
			return form
		}
		return r
	}
	if scales(other) {
		return max(r, inside)
	}
	return r
}

// scales reports whether a product has a number for a factor.
func scales(n expression.Node) bool {
	switch n := n.(type) {
	case expression.Constant:
		return math.Abs(float64(n)) != 1
	case expression.Unary:
		return n.Func == expression.Neg && scales(n.Arg)
	case expression.Binary:
		return n.Op == expression.Mul && (scales(n.Left) || scales(n.Right)) || n.Op == expression.Div && scales(n.Left)
	}
	return false
}

// gap notes the threshold of a comparison of one number with another: the nearest
// measured values of the variable on both sides of it. Comparisons of texts, of flags,
// for equality or of two variables have none.
func (w *estimating) gap(n expression.Binary) {
	below := n.Op == expression.LessEqual || n.Op == expression.Greater // a value that equals it lies below
	variable, _ := n.Left.(expression.Variable)
	threshold, ok := n.Right.(expression.Constant)
	if !ok {
		if threshold, ok = n.Left.(expression.Constant); !ok {
			return
		}
		variable, _ = n.Right.(expression.Variable)
		below = n.Op == expression.Less || n.Op == expression.GreaterEqual
	}
	c := w.data.Column(variable.Variable)
	if c == nil || c.Kind != model.Number || n.Op == expression.Equal || n.Op == expression.NotEqual {
		return
	}
	// The number stands behind a variable, or before it: either way it is next.
	g := Gap{Place: w.at, Low: math.Inf(-1), High: math.Inf(1)}
	for _, x := range c.Num {
		if x < float64(threshold) || x == float64(threshold) && below {
			g.Low = max(g.Low, x)
		} else {
			g.High = min(g.High, x)
		}
	}
	if !math.IsInf(g.Low, 0) && !math.IsInf(g.High, 0) {
		w.found.Gaps = append(w.found.Gaps, g)
	}
}
