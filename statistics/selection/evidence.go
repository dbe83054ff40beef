package selection

import (
	"math"

	"beagle/internal/scratch"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// tails is the degrees of freedom of the noise, which is Student's: outliers need no rule of their own (Lange, Little and Taylor,
// "Robust statistical modeling using the t distribution", 1989).
const tails = 4

// unexplained is the negative logarithm, in nats and up to a constant, of the probability of the measured values where an expression
// says f: under Student's noise whose scale is the likeliest for this expression, beside what replicates say of it.
// Where launches are known, times bend smoothly in the inputs' logarithms beside what the program says: caches and compilers do
// that (the discrepancy of Kennedy and O'Hagan, "Bayesian calibration of computer models", 2001, with a few polynomials in place of a
// Gaussian process). Each bend has a normal distribution, and is integrated out by Laplace's method (Tierney and
// Kadane, 1986).
// Scales are squared and by law; least are those below which there is no noise, nil: by what is too small for any.
func unexplained(d *dataset.Data, f, least []float64) (left float64, scales []float64) {
	laws, n := regression.Laws(d), d.Points()
	room := scratch.Take(2 * n)
	defer room.Give()
	l := likelihood{residuals: room.Values[:n], roots: laws[0].Roots(), weighted: room.Values[n:]}
	likeliest := -1
	scales, left = make([]float64, len(laws)), math.Inf(1)
	for i := range laws {
		logs := l.under(d, laws, i, f, least)
		cost, scale := l.profile()
		scales[i] = scale
		if cost += logs; cost < left {
			left, likeliest = cost, i
		}
	}
	if bends := bendsOf(d); len(bends) > 0 && likeliest >= 0 {
		logs := l.under(d, laws, likeliest, f, least)
		left = l.bent(bends) + logs
	}
	return left, scales
}

// under has the residuals of an expression under one of the laws, and returns what their density is less than that of the values.
func (l *likelihood) under(d *dataset.Data, laws []regression.Law, i int, f, least []float64) (logs float64) {
	l.least = dataset.NoiseFloor * dataset.NoiseFloor
	if least != nil {
		l.least = least[i]
	}
	l.known, l.freedom = laws[i].Known(), replicates(d)
	return laws[i].Residuals(l.residuals, d.Y, f)
}

// replicates are the degrees of freedom of the noise that equal inputs show; 0: they show none.
func replicates(d *dataset.Data) (freedom float64) {
	if !d.Noisy || !(d.Noise > dataset.NoiseFloor) {
		return 0
	}
	return float64(d.NoiseFreedom)
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
	return float64(d.Points()) + replicates(d)
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
	least     float64   // squared scale below which there is no noise
	residuals []float64 // of a point each
	roots     []float64 // of the weights of the points
	weighted  []float64 // residuals that all have the same variance

	freedom float64 // of the variance that replicates show; 0: they show none
	known   float64 // this variance, of weighted residuals
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
	const rounds, near = 60, 1e-3 // near the least the cost differs by the square of that
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
