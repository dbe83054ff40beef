package selection

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"beagle/internal/scratch"
	"beagle/model"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// tails is the degrees of freedom of the noise, which is Student's: outliers need no rule of their own (Lange, Little and Taylor,
// "Robust statistical modeling using the t distribution", 1989).
const tails = 4

// bend is the standard deviation, relative, of each way in which machines bend the costs of real programs over the measured range: small
// sizes fit into caches, and compilers unroll for large ones. Our own, from half of the sections of suite R of bench/learning.
const bend = 0.05

// unexplained is the negative logarithm, in nats and up to a constant, of the probability of the measured values where an expression
// says f: under Student's noise whose scale is the likeliest for this expression, beside what replicates say of it.
// Where launches are known, times bend smoothly in the inputs' logarithms beside what the program says: caches and compilers do
// that (the discrepancy of Kennedy and O'Hagan, "Bayesian calibration of computer models", 2001, with a few polynomials in place of a
// Gaussian process). Each bend has a normal distribution, and is integrated out by Laplace's method (Tierney and
// Kadane, 1986).
func unexplained(d *dataset.Data, f []float64, least float64) (left, scale float64) {
	room := scratch.Take(3 * d.Points())
	defer room.Give()
	n := d.Points()
	l := likelihood{d: d, least: least, residuals: room.Values[:n], roots: room.Values[n : 2*n], weighted: room.Values[2*n:]}
	left = math.Inf(1)
	var at regression.Law
	l.weigh()
	for i, law := range regression.Laws(d) {
		logs := law.Residuals(l.residuals, d.Y, f)
		cost, s := l.profile()
		if i == 0 {
			scale = s
		}
		if cost += logs; cost < left {
			left, at = cost, law
		}
	}
	if b := bendsOf(d); b != nil && !math.IsInf(left, 1) {
		logs := at.Residuals(l.residuals, d.Y, f)
		left = b.marginal(&l) + logs
	}
	return left, scale
}

// expected is by how much the squared scale of noise is expected to be larger than the likeliest one, given an expression with so many
// numbers: the posterior mean of the variance under Jeffreys' prior (Gelman et al., "Bayesian Data Analysis", section 3.2); +Inf where
// too few points are left to tell: of many such expressions one meets all points by chance, and says nothing of the noise.
func expected(d *dataset.Data, constants int) float64 {
	const lost = 2 // degrees of freedom, by the mean of the inverse chi-squared distribution
	points := observations(d)
	if free := points - float64(constants) - lost; free > 0 {
		return points / free
	}
	return math.Inf(1)
}

// observations are the points, and besides as many as replicates say of the noise by themselves.
func observations(d *dataset.Data) float64 {
	if d.Noisy && d.NoiseFreedom > 0 && d.Noise > dataset.NoiseFloor {
		return float64(d.Points() + d.NoiseFreedom)
	}
	return float64(d.Points())
}

// smallSample is what fitted numbers cost more where points are few: the term k(k+1)/(n-k-1) by which AICc corrects Akaike's criterion
// (Hurvich and Tsai, "Regression and time series model selection in small samples", 1989), and k(k+1) where n leaves no freedom.
// n counts what replicates say of the noise, too.
func smallSample(d *dataset.Data, constants int) float64 {
	if !d.Noisy {
		return 0
	}
	k := float64(constants)
	return k * (k + 1) / max(1, observations(d)-k-1)
}

// likelihood is what residuals cost by the law of the noise.
type likelihood struct {
	d         *dataset.Data
	least     float64   // squared scale below which there is no noise
	residuals []float64 // of a point each
	roots     []float64 // of the weights of the points
	weighted  []float64 // residuals that all have the same variance

	freedom float64 // of the variance that replicates show; 0: they show none
	known   float64 // this variance, of weighted residuals
}

// weigh weights points by their observations: what all with the same inputs have in common, by alignment and caches (Mytkowicz et
// al., "Producing Wrong Data Without Doing Anything Obviously Wrong", 2009), more of them do not average out.
func (l *likelihood) weigh() {
	part := regression.Shared(l.d)
	for i, n := range l.d.Independent {
		l.roots[i] = 1
		if l.d.Noisy {
			l.roots[i] = math.Sqrt((1 + part) / (1/n + part))
		}
	}
	if l.d.Noisy && l.d.NoiseFreedom > 0 && l.d.Noise > dataset.NoiseFloor {
		l.freedom, l.known = float64(l.d.NoiseFreedom), l.d.Noise*l.d.Noise*(1+part)
	}
}

// profile is the least that the residuals cost over all scales of their noise, and at which.
func (l *likelihood) profile() (cost, scale float64) {
	for i, r := range l.residuals {
		l.weighted[i] = r * l.roots[i]
	}
	scale = l.scale()
	return l.cost(scale), scale
}

// cost is what the weighted residuals cost under a noise of a squared scale.
func (l *likelihood) cost(scale float64) float64 {
	sum := 0.0
	for _, r := range l.weighted {
		sum += math.Log1p(r * r / (tails * scale))
	}
	return sum*(tails+1)/2 + (float64(len(l.weighted))+l.freedom)/2*math.Log(scale) + l.freedom*l.known/(2*scale)
}

// scale is the likeliest squared scale of the weighted residuals, by expectation maximisation.
func (l *likelihood) scale() float64 {
	const rounds, near = 60, 1e-6
	n, sum := float64(len(l.weighted)), 0.0
	for _, r := range l.weighted {
		sum += r * r
	}
	s := max((sum+l.freedom*l.known)/(n+l.freedom), l.least)
	for range rounds {
		sum = 0
		for _, r := range l.weighted {
			sum += (tails + 1) * r * r / (tails + r*r/s)
		}
		next := max((sum+l.freedom*l.known)/(n+l.freedom), l.least)
		if math.Abs(next-s) < near*s {
			return next
		}
		s = next
	}
	return s
}

// bendsKey is the key under which data keep the ways to bend.
type bendsKey struct{}

// ways are polynomials of the inputs' logarithms.
type ways struct{ columns [][]float64 }

// bendsOf are the ways in which a machine may bend costs; nil where nothing is known of launches: other tables need not be of a
// machine's times.
func bendsOf(d *dataset.Data) *ways {
	if !d.Noisy || d.Counted || d.Table == nil || d.Table.Launch == nil {
		return nil
	}
	w := d.Memo(bendsKey{}, func() any { return newWays(d) }).(*ways) //nolint:forcetypeassert // this function alone knows the key
	if len(w.columns) == 0 {
		return nil
	}
	return w
}

func newWays(d *dataset.Data) *ways {
	w := &ways{}
	var slopes [][]float64
	for _, c := range d.Columns {
		x := standardised(c)
		if x == nil {
			continue
		}
		slope := legendre(x, 1)
		w.columns = append(w.columns, slope, legendre(x, 2), legendre(x, 3))
		for _, other := range slopes {
			w.columns = append(w.columns, floats.MulTo(make([]float64, len(slope)), slope, other))
		}
		slopes = append(slopes, slope)
	}
	return w
}

// marginal is what residuals cost once all bends are integrated out.
func (w *ways) marginal(l *likelihood) float64 {
	const rounds, near = 20, 1e-3
	const precision = 1 / (bend * bend) // of each coefficient
	k := len(w.columns)
	information, right, coef := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil), mat.NewVecDense(k, nil)
	var factor mat.Cholesky
	least, s := l.profile()
	weight, last := make([]float64, len(l.weighted)), math.Inf(1)
	for range rounds {
		for i, r := range l.weighted {
			weight[i] = (tails + 1) / (tails + r*r/s) / s * l.roots[i] * l.roots[i]
		}
		for j, a := range w.columns {
			sum := 0.0
			for i, v := range weight {
				sum += v * a[i] * l.residuals[i]
			}
			right.SetVec(j, sum)
			for m, b := range w.columns[:j+1] {
				sum := 0.0
				for i, v := range weight {
					sum += v * a[i] * b[i]
				}
				if j == m {
					sum += precision
				}
				information.SetSym(j, m, sum)
			}
		}
		if !factor.Factorize(information) || factor.SolveVecTo(coef, right) != nil {
			return least
		}
		for i, r := range l.residuals {
			for j, a := range w.columns {
				r -= coef.AtVec(j) * a[i]
			}
			l.weighted[i] = r * l.roots[i]
		}
		s = l.scale()
		now := l.cost(s) + precision/2*mat.Dot(coef, coef)
		done := math.Abs(now-last) < near
		if last = now; done {
			break
		}
	}
	return last + factor.LogDet()/2 - float64(k)/2*math.Log(precision)
}

// standardised are the logarithms of a column's positive numbers, stretched to between -1 and 1; of
// others the values themselves, stretched likewise; nil where all are the same, or no numbers.
func standardised(c model.Column) []float64 {
	low, high := slices.Min(c.Num), slices.Max(c.Num)
	if c.Kind != model.Number || !(high > low) {
		return nil
	}
	scale := func(x float64) float64 { return x }
	if low > 0 {
		scale = math.Log
	}
	from, to := scale(low), scale(high)
	out := make([]float64, len(c.Num))
	for i, x := range c.Num {
		out[i] = 2*(scale(x)-from)/(to-from) - 1
	}
	return out
}

// legendre is a polynomial of Legendre of mean square one between -1 and 1.
func legendre(x []float64, degree int) []float64 {
	out := make([]float64, len(x))
	for i, x := range x {
		switch degree {
		case 1:
			out[i] = math.Sqrt(3) * x
		case 2:
			out[i] = math.Sqrt(5) * (3*x*x - 1) / 2
		default:
			out[i] = math.Sqrt(7) * (5*x*x*x - 3*x) / 2
		}
	}
	return out
}
