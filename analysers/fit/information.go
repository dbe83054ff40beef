package fit

import (
	"math"

	"beagle/model/expression"
)

// Information is what data say about the fitted numbers of an expression: the
// inverse of it is their covariance, as far as the expression is linear in them
// near the best ones (Fisher 1925; Seber and Wild, Nonlinear Regression, 5.1).
type Information struct {
	Places []int // of the fitted numbers among all of the expression

	node   expression.Node
	noise  *Noise
	factor []float64 // Cholesky factor of the scaled information, k * k
	scale  []float64
	k      int
}

// Inform is what data say about an expression's numbers under a noise. prior is
// what is known besides: each number lies within so many times itself; without
// it numbers that the data do not show would make everything unknown. It is nil
// where there is nothing fitted, or too much.
func Inform(d *Data, n expression.Node, noise *Noise, prior float64) *Information {
	places := free(n)
	if len(places) == 0 || len(places) > mostFitted {
		return nil
	}
	t := newTuner(d, n, noise, places)
	if t == nil {
		return nil
	}
	t.program.Eval(t.f, 0)
	if !t.derive() {
		return nil
	}
	in := &Information{Places: places, node: n, noise: noise, k: len(places)}
	m := t.normal()
	in.scale = make([]float64, in.k)
	for i, place := range places {
		width := prior * max(math.Abs(t.all[place]), 1e-300)
		m[i*in.k+i] += 1 / (width * width)
		in.scale[i] = math.Sqrt(m[i*in.k+i])
	}
	for i := range in.k {
		for j := range in.k {
			m[i*in.k+j] /= in.scale[i] * in.scale[j]
		}
		m[i*in.k+i] += 1e-12
	}
	if !cholesky(m, in.k) {
		return nil
	}
	in.factor = m
	return in
}

// logarithm of the determinant.
func (in *Information) logarithm() float64 {
	sum := 0.0
	for i := range in.k {
		sum += 2 * math.Log(in.factor[i*in.k+i]*in.scale[i])
	}
	return sum
}

// variance of a linear form of the fitted numbers; form is overwritten.
func (in *Information) variance(form []float64) float64 {
	sum := 0.0
	for i := range in.k {
		v := form[i] / in.scale[i]
		for j := range i {
			v -= in.factor[i*in.k+j] * form[j]
		}
		form[i] = v / in.factor[i*in.k+i]
		sum += form[i] * form[i]
	}
	return sum
}

// Deviations are the standard deviations of the expression's values at each
// point of data, for what is unknown of its numbers; nil where they cannot be
// found.
func (in *Information) Deviations(d *Data) []float64 {
	t := newTuner(d, in.node, in.noise, in.Places)
	if t == nil {
		return nil
	}
	t.program.Eval(t.f, 0)
	if !t.slopes() {
		return nil
	}
	out := make([]float64, d.Points())
	form := make([]float64, in.k)
	for row := range out {
		for i := range in.k {
			form[i] = t.columns[i][row]
		}
		out[row] = math.Sqrt(in.variance(form))
	}
	return out
}
