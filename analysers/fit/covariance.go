package fit

import (
	"math"

	"beagle/model/expression"
)

// Covariance is how far the fitted numbers of an expression may be off.
type Covariance struct {
	Places  []int   // of the fitted numbers among all of the expression
	Freedom float64 // points that are left over

	information *Information
	matrix      []float64 // k * k
	inverse     []float64 // of the information, k * k
	left        []float64 // of each point, what its own weight in the fit leaves of a residual
	tuner       *tuner    // slopes and weights at the points
	slope       float64   // how much farther a robust refit goes than its weights say
}

// covary finds the covariance of an expression's numbers at some places, which
// must have been fitted to the data. It is the estimate of White (1980) in its form HC3
// (MacKinnon and White 1985) with Huber's scores, so that neither outliers nor
// noise that differs over the range make it wrong, and never less than what
// equal noise would give (Huber 1973). It is nil where there is nothing fitted.
func covary(d *Data, n expression.Node, noise *Noise, places []int) *Covariance {
	const anything = 1e3 // numbers are known to a factor of a thousand before
	in := informAt(d, n, noise, places, anything)
	if in == nil || d.Points() <= len(in.Places) {
		return nil
	}
	t := in.at(d)
	if t == nil || !t.derive() {
		return nil
	}
	k := in.k
	inverse := in.inverse()
	// What residuals say about the slope of the score, and its mean weight.
	var inside, weights, scores, count float64
	meat, left := make([]float64, k*k), make([]float64, len(t.weight))
	form := make([]float64, k)
	for row, w := range t.weight {
		root := math.Sqrt(t.noise.Weight[row])
		r := t.away[row] / t.noise.Scale(t.f[row]) / t.noise.Sigma * root
		share := lossWeight(r, t.noise.far)
		weights += share
		scores += share * share * r * r
		count++
		if math.Abs(r) < huberLimit {
			inside++
		}
		leverage := 0.0
		for i := range k {
			form[i] = t.columns[i][row]
		}
		for i := range k {
			for j := range k {
				leverage += form[i] * inverse[i*k+j] * form[j]
			}
		}
		left[row] = max(1-w*leverage, 0.2)
		score := w * t.away[row] / left[row]
		for i := range k {
			for j := range k {
				meat[i*k+j] += score * score * form[i] * form[j]
			}
		}
	}
	if inside == 0 || count <= float64(k) {
		return nil
	}
	slope := weights / inside // the inverse of Huber's psi' against the weights
	c := &Covariance{Places: in.Places, Freedom: count - float64(k), information: in, matrix: make([]float64, k*k), inverse: inverse, left: left, tuner: t, slope: slope}
	equal := max(scores/(count-float64(k)), 1e-300) * (count / weights) // for noise alike everywhere
	for i := range k {
		for j := range k {
			for a := range k {
				for b := range k {
					c.matrix[i*k+j] += inverse[i*k+a] * meat[a*k+b] * inverse[b*k+j]
				}
			}
			c.matrix[i*k+j] *= slope * slope
		}
	}
	for i := range k { // a larger diagonal only where a number is hardly seen
		if least := inverse[i*k+i] * equal * slope * slope / 2; c.matrix[i*k+i] < least {
			c.matrix[i*k+i] = least
		}
	}
	return c
}
