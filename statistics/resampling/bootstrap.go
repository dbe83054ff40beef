// Package resampling gives intervals for fitted numbers and for predictions, by the wild cluster
// bootstrap, the jackknife over launches and order statistics.
//
// What goes in is a table made ready (dataset.Data), the expression that was fitted to it and the
// noise; what comes out is how far the truth may lie below and above, in the unit of the number or
// of the measured value. judge shows the intervals to people and decides by them whether two forms
// can be told apart.
//
// Launches are clusters: a virtual machine compiles and places code anew in each of them, so that
// observations of one launch err together. An interval that took all observations for independent
// would be far too narrow; see jackknife.
//
// All intervals are of 90 %. Random numbers are seeded by the data, so that equal data give equal intervals.
package resampling

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/robust"
)

// Bootstrap is what repeating the measurements would change in the numbers of an expression. Each
// draw changes the residuals' signs and sizes, one factor for a parameterisation with all its
// replicates, and refits in closed form around the fit to the data; each is studentised by its own
// covariance, as intervals of scattered quantities with outliers hold what they promise only then
// (wild cluster bootstrap-t: Cameron, Gelbach and Miller, "Bootstrap-based improvements for
// inference with clustered errors", 2008; factors by Webb, "Reworking wild bootstrap-based
// inference for clustered errors", 2014).
//
// Unlike theirs, a refit is one Gauss-Newton step from the fit to the data instead of a fit of its
// own: for expressions that are not linear in their numbers the interval is that of the linearised
// model. Intervals are at least as wide as Student's t and the jackknife over launches say. A
// Bootstrap is not safe for concurrent use: quantiles sorts in memory of its own.
type Bootstrap struct {
	Places  []int            // of the estimates among all numbers of the expression
	Numbers []float64        // the estimates, fitted anew
	Gaps    []regression.Gap // where thresholds may lie

	covariance *regression.Covariance
	draws      []draw
	least      float64       // quantile of Student's t
	launches   *mat.SymDense // by the jackknife over launches; nil: fewer than two
	lone       float64       // its quantile
	values     []float64     // room for a quantile
}

// draw is one refit.
type draw struct {
	away   []float64     // of the numbers from the fit to the data, a value for each estimate
	spread *mat.SymDense // the draw's own covariance of the estimates, by which it is studentised
}

// draws is how many refits there are: 399 make the quantiles of 5 and 95 %
// exact ones (Davidson and MacKinnon 2000).
const draws = 399

// webb are the factors of a draw; their mean is 0, their variance 1.
var webb = [6]float64{-math.Sqrt(1.5), -1, -math.Sqrt(0.5), math.Sqrt(0.5), 1, math.Sqrt(1.5)}

// NewBootstrap draws for an expression. The same data and expression give the same intervals. It is
// nil where nothing was estimated or too little measured: fewer than two degrees of freedom. Where
// only thresholds were estimated the result has Gaps and nothing else.
func NewBootstrap(d *dataset.Data, n expression.Node, noise *regression.Noise) *Bootstrap {
	estimates := regression.EstimatesOf(d, n)
	b := &Bootstrap{Gaps: estimates.Gaps, Places: estimates.Places}
	if len(b.Places) == 0 {
		if len(b.Gaps) == 0 {
			return nil
		}
		return b
	}
	n = regression.TuneEstimates(d, n, noise, 12)
	if b.covariance = regression.Covary(d, n, noise, b.Places); b.covariance == nil || b.covariance.Freedom < 2 {
		return nil
	}
	all := regression.Numbers(n)
	for _, place := range b.Places {
		b.Numbers = append(b.Numbers, all[place])
	}
	b.least = student(b.covariance.Freedom)
	bread := b.covariance.Information.Inverse()
	if bread == nil {
		return nil
	}
	b.draw(d, bread)
	b.launches, b.lone = jackknife(d, b.covariance)
	return b
}

// draw refits. All of it is linear around the fit: residuals e at points with the slopes x and
// weights w give the numbers H^-1 sum(w x e), and the sandwich H^-1 sum(w^2 e^2 xx') H^-1 (White,
// "A heteroskedasticity-consistent covariance matrix estimator", 1980) their covariance. It takes
// draws x points x k^2 steps for k estimates.
func (b *Bootstrap) draw(d *dataset.Data, bread *mat.SymDense) {
	c, fit := b.covariance, b.covariance.Fit
	k := len(c.Places)
	r := rand.New(rand.NewPCG(uint64(d.Points()), uint64(k)))
	// Column by column: sums over all points for each draw are what takes long. Residuals are
	// divided by sqrt(1 - leverage) first: at points that pull the fit they are too small.
	away, score := floats.DivTo(make([]float64, len(fit.Values)), fit.Away, c.Residual), make([]float64, len(fit.Values))
	floats.DivTo(score, fit.Weight, c.Residual)
	pulls := make([][]float64, k) // of the numbers, by each point
	for j := range k {
		pulls[j] = floats.MulTo(make([]float64, len(away)), fit.Weight, fit.Slopes[j])
	}
	left, counted := make([]float64, len(away)), make([]float64, len(away))
	gradient, meat := mat.NewVecDense(k, nil), mat.NewSymDense(k, nil)
	for range draws {
		for i, e := range away {
			left[i] = webb[r.IntN(len(webb))] * e
		}
		for j := range k {
			gradient.SetVec(j, floats.Dot(pulls[j], left))
		}
		far := mat.NewVecDense(k, nil)
		far.MulVec(bread, gradient)
		// What the refit leaves over, and with it this draw's own covariance.
		for j := range k {
			floats.AddScaled(left, -far.AtVec(j), fit.Slopes[j])
		}
		floats.Mul(left, score)
		floats.Mul(left, left)
		for j := range k {
			floats.MulTo(counted, left, fit.Slopes[j])
			for l := range j + 1 {
				meat.SetSym(j, l, floats.Dot(counted, fit.Slopes[l]))
			}
		}
		b.draws = append(b.draws, draw{far.RawVector().Data, sandwich(bread, meat)})
	}
	b.values = make([]float64, draws)
}

// Number is how far the i-th estimate may lie below and above, with a probability of 90 %: the
// interval runs from Numbers[i]-below to Numbers[i]+above. i counts as Places does.
func (b *Bootstrap) Number(i int) (below, above float64) {
	x := make([]float64, len(b.Places))
	x[i] = 1
	return b.along(x)
}

// along is that of a combination of the estimates, x' numbers: what the linearised expression says
// where its derivatives are x.
func (b *Bootstrap) along(x []float64) (below, above float64) {
	below, above = b.quantiles(x)
	deviation := math.Sqrt(b.covariance.Variance(mat.NewVecDense(len(x), slices.Clone(x))))
	below, above = deviation*below, deviation*above
	if b.launches != nil {
		beside := b.lone * math.Sqrt(max(quadratic(b.launches, x), 0))
		below, above = max(below, beside), max(above, beside)
	}
	return below, above
}

// quantiles of the studentised draws, and of Student's t where that is wider. A draw far above the
// fit says that the truth may lie far below it, so the upper quantile limits the lower side (Efron
// and Tibshirani, An Introduction to the Bootstrap, 12.5).
func (b *Bootstrap) quantiles(x []float64) (below, above float64) {
	for i, w := range b.draws {
		b.values[i] = 0
		if q := quadratic(w.spread, x); q > 0 {
			b.values[i] = floats.Dot(w.away, x) / math.Sqrt(q)
		}
	}
	slices.Sort(b.values)
	return max(robust.Quantile(b.values, 0.95), b.least), max(-robust.Quantile(b.values, 0.05), b.least)
}

// quadratic is x' m x. It is asked for hundreds of thousands of times, where
// mat.Inner would need a vector made of each x.
func quadratic(m *mat.SymDense, x []float64) float64 {
	sum := 0.0
	for i, xi := range x {
		for j, xj := range x {
			sum += xi * m.At(i, j) * xj
		}
	}
	return sum
}

// sandwich is bread * meat * bread, White's estimate of a covariance (1980). Both
// matrices have the same size; the result is symmetric and a new one.
func sandwich(bread, meat *mat.SymDense) *mat.SymDense {
	k := bread.SymmetricDim()
	var half, whole mat.Dense
	half.Mul(bread, meat)
	whole.Mul(&half, bread)
	out := mat.NewSymDense(k, nil)
	for i := range k {
		for j := i; j < k; j++ {
			out.SetSym(i, j, whole.At(i, j))
		}
	}
	return out
}
