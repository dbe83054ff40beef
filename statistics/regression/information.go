package regression

import (
	"math"

	"beagle/model/expression"
	"beagle/statistics/dataset"
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
	K      int
}

// Inform is what data say about an expression's numbers under a noise. prior is
// what is known besides: each number lies within so many times itself; without
// it numbers that the data do not show would make everything unknown. It is nil
// where there is nothing fitted, or too much.
func Inform(d *dataset.Data, n expression.Node, noise *Noise, prior float64) *Information {
	return informAt(d, n, noise, free(n), prior)
}

// informAt is Inform for the numbers at some places.
func informAt(d *dataset.Data, n expression.Node, noise *Noise, places []int, prior float64) *Information {
	if len(places) == 0 || len(places) > mostFitted {
		return nil
	}
	t := newTuner(d, n, noise, places)
	if t == nil {
		return nil
	}
	t.program.Eval(t.Values, 0)
	if !t.derive() {
		return nil
	}
	in := &Information{Places: places, node: n, noise: noise, K: len(places)}
	m := t.Normal()
	in.scale = make([]float64, in.K)
	for i, place := range places {
		width := prior * max(math.Abs(t.all[place]), 1e-300)
		m[i*in.K+i] += 1 / (width * width)
		in.scale[i] = math.Sqrt(m[i*in.K+i])
	}
	for i := range in.K {
		for j := range in.K {
			m[i*in.K+j] /= in.scale[i] * in.scale[j]
		}
		m[i*in.K+i] += 1e-12
	}
	if !cholesky(m, in.K) {
		return nil
	}
	in.factor = m
	return in
}

// LogDeterminant of the determinant.
func (in *Information) LogDeterminant() float64 {
	sum := 0.0
	for i := range in.K {
		sum += 2 * math.Log(in.factor[i*in.K+i]*in.scale[i])
	}
	return sum
}

// Inverse is the covariance of the numbers under equal noise.
func (in *Information) Inverse() []float64 {
	k := in.K
	out := make([]float64, k*k)
	root := make([]float64, k*k) // of the inverse: row by row L x = e
	for column := range k {
		for i := column; i < k; i++ {
			v := 0.0
			if i == column {
				v = 1
			}
			for j := column; j < i; j++ {
				v -= in.factor[i*k+j] * root[j*k+column]
			}
			root[i*k+column] = v / in.factor[i*k+i]
		}
	}
	for i := range k {
		for j := range k {
			for row := max(i, j); row < k; row++ {
				out[i*k+j] += root[row*k+i] * root[row*k+j]
			}
			out[i*k+j] /= in.scale[i] * in.scale[j]
		}
	}
	return out
}

// At is the expression at the points of data; nil where it cannot be evaluated.
func (in *Information) At(d *dataset.Data) *tuner {
	t := newTuner(d, in.node, in.noise, in.Places)
	if t != nil {
		t.program.Eval(t.Values, 0)
	}
	return t
}
