package fit

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model/expression"
)

// Bootstrap is what repeating the measurements would change in the numbers of
// an expression. Each draw changes the residuals' signs and sizes, one factor
// for a parameterisation with all its replicates, and refits in closed form
// around the fit to the data; each is studentised by its own covariance, as
// intervals of scattered quantities with outliers hold what they promise only
// then (wild cluster bootstrap-t: Cameron, Gelbach and Miller, "Bootstrap-based
// improvements for inference with clustered errors", 2008; factors by Webb,
// "Reworking wild bootstrap-based inference for clustered errors", 2014).
type Bootstrap struct {
	Places  []int     // of the estimates among all numbers of the expression
	Numbers []float64 // the estimates, fitted anew
	Gaps    []Gap     // where thresholds may lie

	covariance *Covariance
	draws      []draw
	least      float64     // quantile of Student's t
	launches   *Covariance // by leaving each launch out; nil: fewer than two
	lone       float64     // its quantile
	values     []float64   // room for a quantile
}

// draw is one refit.
type draw struct {
	away   []float64 // of the numbers from the fit to the data
	spread []float64 // their covariance, k * k
}

// draws is how many refits there are: 399 make the quantiles of 5 and 95 %
// exact ones (Davidson and MacKinnon 2000).
const draws = 399

// webb are the factors of a draw; their mean is 0, their variance 1.
var webb = [6]float64{-math.Sqrt(1.5), -1, -math.Sqrt(0.5), math.Sqrt(0.5), 1, math.Sqrt(1.5)}

// NewBootstrap draws for an expression. The same data and expression give the
// same intervals. It is nil where nothing was estimated or too little measured.
func NewBootstrap(d *Data, n expression.Node, noise *Noise) *Bootstrap {
	estimates := EstimatesOf(d, n)
	b := &Bootstrap{Gaps: estimates.Gaps, Places: estimates.Places}
	if len(b.Places) == 0 {
		if len(b.Gaps) == 0 {
			return nil
		}
		return b
	}
	n = TuneEstimates(d, n, noise, 12)
	if b.covariance = covary(d, n, noise, b.Places); b.covariance == nil || b.covariance.Freedom < 2 {
		return nil
	}
	all := Numbers(n)
	for _, place := range b.Places {
		b.Numbers = append(b.Numbers, all[place])
	}
	b.least = quantile(b.covariance.Freedom)
	b.draw(d)
	b.launches, b.lone = leaveLaunchesOut(d, b.covariance)
	return b
}

// TuneEstimates is Tune for all numbers that the data decide, also short ones.
func TuneEstimates(d *Data, n expression.Node, noise *Noise, steps int) expression.Node {
	return tuneAt(d, n, noise, EstimatesOf(d, n).Places, steps)
}

// quantile is Student's, for intervals of 90 %.
func quantile(freedom float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: max(freedom, 1)}.Quantile(0.95)
}

// draw refits. All of it is linear around the fit: residuals e at points with
// the slopes x and weights w give the numbers H^-1 sum(w x e).
func (b *Bootstrap) draw(d *Data) {
	c := b.covariance
	t, k, inverse := c.tuner, c.information.k, c.inverse
	r := rand.New(rand.NewPCG(uint64(d.Points()), uint64(k)))
	n := len(t.f)
	changed, pull, meat := make([]float64, n), make([]float64, k), make([]float64, k*k)
	half := make([]float64, k*k)
	for range draws {
		clear(pull)
		clear(meat)
		for i := range n {
			changed[i] = webb[r.IntN(len(webb))] * t.away[i] / c.left[i]
			for j := range k {
				pull[j] += t.weight[i] * changed[i] * t.columns[j][i]
			}
		}
		away := make([]float64, k)
		for i := range k {
			for j := range k {
				away[i] += inverse[i*k+j] * pull[j]
			}
		}
		for i := range n {
			rest := changed[i]
			for j := range k {
				rest -= t.columns[j][i] * away[j]
			}
			score := t.weight[i] * rest / c.left[i]
			for j := range k {
				for l := range j + 1 {
					meat[j*k+l] += score * score * t.columns[j][i] * t.columns[l][i]
				}
			}
		}
		b.draws = append(b.draws, draw{away, sandwich(inverse, meat, half, k)})
	}
	b.values = make([]float64, draws)
}

// sandwich is A M A for a symmetric A and the lower triangle of M.
func sandwich(a, m, half []float64, k int) []float64 {
	for j := range k {
		for l := range j {
			m[l*k+j] = m[j*k+l]
		}
	}
	out := make([]float64, k*k)
	for i := range k {
		for j := range k {
			half[i*k+j] = 0
			for l := range k {
				half[i*k+j] += a[i*k+l] * m[l*k+j]
			}
		}
	}
	for i := range k {
		for j := range k {
			for l := range k {
				out[i*k+j] += half[i*k+l] * a[l*k+j]
			}
		}
	}
	return out
}

// Number is how far the i-th estimate may lie below and above, with a
// probability of 90 %.
func (b *Bootstrap) Number(i int) (below, above float64) {
	x := make([]float64, len(b.Places))
	x[i] = 1
	return b.along(x)
}

// along is that of a combination of the estimates.
func (b *Bootstrap) along(x []float64) (below, above float64) {
	below, above = b.quantiles(x)
	deviation := math.Sqrt(max(quadratic(b.covariance.matrix, x), 0))
	below, above = deviation*below, deviation*above
	if b.launches != nil {
		beside := b.lone * math.Sqrt(max(quadratic(b.launches.matrix, x), 0))
		below, above = max(below, beside), max(above, beside)
	}
	return below, above
}

// quantiles of the studentised draws, and of Student's t where that is wider.
func (b *Bootstrap) quantiles(x []float64) (below, above float64) {
	for i, w := range b.draws {
		b.values[i] = 0
		if q := quadratic(w.spread, x); q > 0 {
			b.values[i] = floats.Dot(w.away, x) / math.Sqrt(q)
		}
	}
	slices.Sort(b.values)
	return max(Quantile(b.values, 0.95), b.least), max(-Quantile(b.values, 0.05), b.least)
}

func quadratic(m, x []float64) float64 {
	sum, k := 0.0, len(x)
	for i := range k {
		for j := range k {
			sum += x[i] * m[i*k+j] * x[j]
		}
	}
	return sum
}

// mostQuantiles bounds how many values have quantiles of their own: sorting the
// draws takes longest.
const mostQuantiles = 1000

// Values are how far the true values at the points of data may lie below and
// above the expression's, beside what the refitted expression says there; nil
// where it cannot be evaluated.
func (b *Bootstrap) Values(d *Data) (f, below, above []float64) {
	if b.covariance == nil || b.covariance.Freedom < 2 {
		return nil, nil, nil
	}
	t := b.covariance.information.at(d)
	if t == nil || !t.slopes() {
		return nil, nil, nil
	}
	below, above = make([]float64, len(t.f)), make([]float64, len(t.f))
	x := make([]float64, len(b.Places))
	stride := max(1, (len(t.f)+mostQuantiles-1)/mostQuantiles)
	var low, high float64 // neighbours share their quantiles
	for row := range t.f {
		for j := range x {
			x[j] = t.columns[j][row]
		}
		if row%stride == 0 {
			low, high = b.quantiles(x)
		}
		deviation := math.Sqrt(max(quadratic(b.covariance.matrix, x), 0))
		below[row], above[row] = deviation*low, deviation*high
		if b.launches != nil {
			beside := b.lone * math.Sqrt(max(quadratic(b.launches.matrix, x), 0))
			below[row], above[row] = max(below[row], beside), max(above[row], beside)
		}
	}
	return t.f, below, above
}
