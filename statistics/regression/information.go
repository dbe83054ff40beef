package regression

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// Information is what data say about the fitted numbers of an expression: the
// inverse of it is their covariance, as far as the expression is linear in them
// near the best ones (Fisher 1925; Seber and Wild, Nonlinear Regression, 5.1).
type Information struct {
	Places []int // of the fitted numbers among all of the expression

	node    expression.Node
	noise   *Noise
	factors *scaled
}

// informAt returns what the data say about the numbers at these places under a noise. prior is what is
// known besides: each number lies within so many times itself, as one standard deviation; without it
// numbers that the data do not show would make everything unknown. It is nil without places, or for
// more than mostFitted of them.
func informAt(d *dataset.Data, n expression.Node, noise *Noise, places []int, prior float64) *Information {
	if len(places) == 0 || len(places) > mostFitted {
		return nil
	}
	l := linearise(d, n, noise, places)
	if l == nil {
		return nil
	}
	defer l.release()
	l.program.Eval(l.Values, 0)
	if !l.derive() {
		return nil
	}
	m := l.Normal()
	for i, place := range places {
		width := prior * max(math.Abs(l.all[place]), 1e-300)
		m.SetSym(i, i, m.At(i, i)+1/(width*width))
	}
	if !l.solver.factorize(m, 1e-12) {
		return nil
	}
	return &Information{Places: places, node: n, noise: noise, factors: l.solver}
}

// Inverse is the covariance of the numbers under equal noise; nil where they
// cannot be told apart.
func (in *Information) Inverse() *mat.SymDense { return in.factors.inverse() }

// whiten turns the slopes of a sum of the numbers into those of as many combinations of the numbers
// that are independent and have a variance of one, under equal noise.
func (in *Information) whiten(slopes *mat.VecDense) {
	lower, x := in.factors.factor.RawU(), slopes.RawVector().Data // the transpose of the lower factor
	for i, scale := range in.factors.scale {
		x[i] /= scale
		for j := range i {
			x[i] -= lower.At(j, i) * x[j]
		}
		x[i] /= lower.At(i, i)
	}
}

// At is the expression at the points of data, without slopes; nil where it cannot
// be evaluated.
func (in *Information) At(d *dataset.Data) *Linearisation {
	l := linearise(d, in.node, in.noise, in.Places)
	if l != nil {
		l.program.Eval(l.Values, 0)
	}
	return l
}
