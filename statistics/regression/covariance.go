package regression

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// Covariance is how far the fitted numbers of an expression may be off.
type Covariance struct {
	Places  []int   // of the fitted numbers among all of the expression
	Freedom float64 // points that are left over

	Information *Information   // what the data say of the numbers at Places
	Fit         *Linearisation // slopes and weights at the points
	// Residual is of each point the share of its residual that its own leverage
	// leaves: one minus the diagonal of the hat matrix, a fifth at the least.
	Residual []float64
	Score    float64 // how much farther a robust refit goes than its weights say

	// White's estimate of the covariance, and the least that is believed of it times the identity: both of the numbers'
	// combinations that the data know equally well and independently (Information.whiten).
	sandwich *mat.SymDense
	least    float64
}

// Covary finds the covariance of an expression's numbers at some places, which must have
// been fitted to the data. It is the sandwich estimate of White (1980) in its form HC3
// (MacKinnon and White, "Some heteroskedasticity-consistent covariance matrix
// estimators", 1985) with Huber's scores, so that neither outliers nor noise that differs
// over the range make it wrong, and, unlike theirs, never less than half of what equal
// noise would give (Huber 1973). It is nil where there is nothing fitted, where there are
// no more points than numbers, or where the numbers cannot be told apart.
func Covary(d *dataset.Data, n expression.Node, noise *Noise, places []int) *Covariance {
	const anything = 1e3 // numbers are known to a factor of a thousand before
	in := informAt(d, n, noise, places, anything)
	if in == nil || d.Points() <= len(in.Places) {
		return nil
	}
	l := in.At(d)
	if l == nil || !l.derive() {
		return nil
	}
	// For each point: is its residual within the limit where Huber's loss is quadratic,
	// how much does it count, and what does it add to the middle of the sandwich, with
	// its leverage taken out.
	k := len(places)
	// What residuals say about the slope of the score, and its mean weight.
	var inside, weights, scores, count float64
	sandwich, residual := mat.NewSymDense(k, nil), make([]float64, len(l.Weight))
	slopes := mat.NewVecDense(k, nil)
	for row, w := range l.Weight {
		r := l.Away[row] / l.Noise.Scale(l.Values[row]) / l.Noise.Sigma * math.Sqrt(l.Noise.Weight[row])
		share := robust.LossWeight(r, l.Noise.far)
		weights += share
		scores += share * share * r * r
		count++
		if math.Abs(r) < robust.HuberLimit {
			inside++
		}
		for i := range k {
			slopes.SetVec(i, l.Slopes[i][row])
		}
		in.whiten(slopes)
		residual[row] = max(1-w*mat.Dot(slopes, slopes), 0.2)
		score := w * l.Away[row] / residual[row]
		sandwich.SymRankOne(sandwich, score*score, slopes)
	}
	if inside == 0 || count <= float64(k) {
		return nil
	}
	score := weights / inside // the inverse of Huber's psi' against the weights
	sandwich.ScaleSym(score*score, sandwich)
	equal := max(scores/(count-float64(k)), 1e-300) * (count / weights) // for noise alike everywhere
	return &Covariance{
		Places: in.Places, Freedom: count - float64(k), Information: in, Residual: residual, Fit: l, Score: score,
		sandwich: sandwich, least: equal * score * score / 2,
	}
}

// Variance is that of a sum of the numbers at Places, each times its slope; slopes are room for it. Two terms that
// grow alike are hardly known each and well known together: so it is worked out without the inverse of the
// information, in which that is a small difference of large numbers.
func (c *Covariance) Variance(slopes *mat.VecDense) float64 {
	c.Information.whiten(slopes)
	return max(mat.Inner(slopes, c.sandwich, slopes), c.least*mat.Dot(slopes, slopes))
}
