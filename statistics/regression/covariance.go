package regression

import (
	"math"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// Covariance is how far the fitted numbers of an expression may be off.
type Covariance struct {
	Places  []int   // of the fitted numbers among all of the expression
	Freedom float64 // points that are left over

	Information *Information
	Matrix      []float64 // k * k
	Inverse     []float64 // of the information, k * k
	Left        []float64 // of each point, what its own weight in the fit leaves of a residual
	Tuner       *tuner    // slopes and weights at the points
	Slope       float64   // how much farther a robust refit goes than its weights say
}

// Covary finds the covariance of an expression's numbers at some places, which
// must have been fitted to the data. It is the estimate of White (1980) in its form HC3
// (MacKinnon and White 1985) with Huber's scores, so that neither outliers nor
// noise that differs over the range make it wrong, and never less than what
// equal noise would give (Huber 1973). It is nil where there is nothing fitted.
func Covary(d *dataset.Data, n expression.Node, noise *Noise, places []int) *Covariance {
	const anything = 1e3 // numbers are known to a factor of a thousand before
	in := informAt(d, n, noise, places, anything)
	if in == nil || d.Points() <= len(in.Places) {
		return nil
	}
	t := in.At(d)
	if t == nil || !t.derive() {
		return nil
	}
	k := in.K
	inverse := in.Inverse()
	// What residuals say about the slope of the score, and its mean weight.
	var inside, weights, scores, count float64
	meat, left := make([]float64, k*k), make([]float64, len(t.Weight))
	form := make([]float64, k)
	for row, w := range t.Weight {
		root := math.Sqrt(t.Noise.Weight[row])
		r := t.Away[row] / t.Noise.Scale(t.Values[row]) / t.Noise.Sigma * root
		share := robust.LossWeight(r, t.Noise.far)
		weights += share
		scores += share * share * r * r
		count++
		if math.Abs(r) < robust.HuberLimit {
			inside++
		}
		leverage := 0.0
		for i := range k {
			form[i] = t.Columns[i][row]
		}
		for i := range k {
			for j := range k {
				leverage += form[i] * inverse[i*k+j] * form[j]
			}
		}
		left[row] = max(1-w*leverage, 0.2)
		score := w * t.Away[row] / left[row]
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
	c := &Covariance{Places: in.Places, Freedom: count - float64(k), Information: in, Matrix: make([]float64, k*k), Inverse: inverse, Left: left, Tuner: t, Slope: slope}
	equal := max(scores/(count-float64(k)), 1e-300) * (count / weights) // for noise alike everywhere
	for i := range k {
		for j := range k {
			for a := range k {
				for b := range k {
					c.Matrix[i*k+j] += inverse[i*k+a] * meat[a*k+b] * inverse[b*k+j]
				}
			}
			c.Matrix[i*k+j] *= slope * slope
		}
	}
	for i := range k { // a larger diagonal only where a number is hardly seen
		if least := inverse[i*k+i] * equal * slope * slope / 2; c.Matrix[i*k+i] < least {
			c.Matrix[i*k+i] = least
		}
	}
	return c
}
