// Package regression fits expressions to prepared data: sums of terms by robust least
// squares, numbers anywhere in an expression by Levenberg and Marquardt's method, with
// the noise, the information, the covariance and the lack of fit that belong to a fit.
//
// What goes in is a dataset.Data and a form, as terms or as an expression; what comes out
// is that form with numbers. The analysers call it for every candidate, selection for
// comparing them, and the judge for what it says of the chosen one. Data are never
// changed; what several fits of the same data share is kept with them by Memo.
//
// Numbers are spoken of by their places: the index of a constant among all constants of
// an expression, in the order of its text, as Numbers lists them. Whoever changes the
// form of an expression has to find the places anew.
//
// It compares no expressions: that is statistics/selection.
//
// Sums of terms are linear in their numbers and fitted by iteratively reweighted least squares; numbers
// anywhere else by Levenberg and Marquardt's method. Both weigh residuals by a Noise, which says how
// far measurements stray.
package regression

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"beagle/internal/scratch"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/leastsquares"
	"beagle/statistics/robust"
)

// Model is a sum of terms with fitted coefficients.
type Model struct {
	Terms  []Term    // of the sum, without its constant
	Coef   []float64 // of the terms, in their order
	Values []float64 // predictions at each point
	Noise  *Noise    // with the model's own spread as Sigma
}

// Robust fits coefficients of terms to data by iteratively reweighted least squares with
// Huber's weights, starting from the measured values. Logarithmic residuals are
// linearised around the last predictions (Gauss and Newton). It is nil where the terms
// cannot be told apart. It ends when the spread of the residuals changes by less than 0.3
// %, at the latest after twelve rounds. start gives offset and weights; it is not
// changed.
func Robust(d *dataset.Data, terms []Term, start *Noise) *Model {
	columns := make([][]float64, len(terms))
	for j, t := range terms {
		columns[j] = t.Values
	}
	n := d.Points()
	noise := *start
	values, room := make([]float64, n), scratch.Take(3*n)
	defer room.Give()
	weight, residuals, target := room.Values[:n:n], room.Values[n:2*n:2*n], room.Values[2*n:]
	noise.leastSquares(weight, d)
	copy(target, d.Y)
	var coef []float64
	last := math.Inf(1)
	for range 12 {
		coef, _ = leastsquares.Solve(columns, target, weight)
		if coef == nil {
			return nil
		}
		combine(values, columns, coef)
		noise.Residuals(residuals, d.Y, values)
		noise.Sigma = max(robust.Scale(residuals, len(terms)), dataset.NoiseFloor/100)
		if math.Abs(noise.Sigma-last) < 3e-3*last {
			break
		}
		last = noise.Sigma
		// The next round's weights and working response: where least squares has to aim
		// at, so that its step is that of the logarithmic residuals.
		for i, r := range residuals {
			s := noise.Scale(values[i])
			weight[i] = noise.Weight[i] / (s * s) * robust.HuberWeight(r/noise.Sigma)
			target[i] = values[i]
			if w := noise.Weight[i]; w > 0 {
				target[i] += noise.away(d.Y[i], values[i], r/math.Sqrt(w))
			}
		}
	}
	return &Model{Terms: terms, Coef: coef, Values: values, Noise: &noise}
}

// combine puts the sum of columns, each times its coefficient, into dst.
func combine(dst []float64, columns [][]float64, coef []float64) {
	clear(dst)
	for j, column := range columns {
		floats.AddScaled(dst, coef[j], column)
	}
}

// Node is the model as an expression: its terms with their coefficients, unrounded.
func (m *Model) Node() expression.Node {
	nodes := make([]expression.Node, len(m.Terms))
	for i, t := range m.Terms {
		nodes[i] = t.Node
	}
	return Sum(m.Coef, nodes)
}

// Fit fits terms to data: once with scales from the measured values, then with scales
// from that fit's predictions. nil as Robust.
func Fit(d *dataset.Data, terms []Term) *Model {
	first := Robust(d, terms, NewNoise(d, 0))
	if first == nil {
		return nil
	}
	if second := Robust(d, terms, Calibrate(d, first.Values, len(terms))); second != nil {
		return second
	}
	return first
}

// RobustWeights are the weights of least squares that come closest to the
// robust fit: by the noise's scale, and less for what strays from the model. Noise
// is of logarithms: a pause of a thousand times the value strays by seven there, and
// by a thousand where least squares sees it, which would fit nothing but pauses.
func (m *Model) RobustWeights(d *dataset.Data, noise *Noise) []float64 {
	room := scratch.Take(d.Points())
	defer room.Give()
	residuals := room.Values
	noise.Residuals(residuals, d.Y, m.Values)
	weight := make([]float64, d.Points())
	sigma := max(noise.Sigma, dataset.NoiseFloor)
	for i, r := range residuals {
		s := noise.Scale(m.Values[i])
		weight[i] = noise.Weight[i] / (s * s)
		if r := math.Abs(r) / sigma; r > 2*robust.HuberLimit { // only clear outliers: the pilot is no judge of the rest
			weight[i] *= 2 * robust.HuberLimit / r
			if straight := (d.Y[i] - m.Values[i]) / s * math.Sqrt(noise.Weight[i]) / sigma; straight > r {
				weight[i] *= r * r / (straight * straight)
			}
		}
	}
	return weight
}
