package regression

import (
	"math"
	"slices"

	"beagle/internal/scratch"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// Part is the noise of some of the points, by index, with the same Sigma and Offset.
func (n *Noise) Part(points []int) *Noise {
	part := *n
	part.Weight, part.roots, part.rounding = dataset.Pick(n.Weight, points), dataset.Pick(n.roots, points), dataset.Pick(n.rounding, points)
	return &part
}

// Systematic is how far, relative to the value, all measurements under one
// parameterisation may stray together: by alignment, caches, the order of
// launches and what else ran on the machine (Mytkowicz et al. 2009). Medians of
// thousands of samples look exact, and still no term may live on less.
const Systematic = 0.02

// Noise says how far a measured value y strays from a true one f. Measurements
// stray by factors, down to a fixed jitter: ln((y + Offset) / (f + Offset)) has
// the standard deviation Sigma. Where values are negative, y - f has it, in
// units of the typical value. Logarithms make slow and fast outliers alike, and
// say the same of every model. Of counts that scatter it may be the root of their deviance from Poisson's distribution
// (McCullagh and Nelder, "Generalized Linear Models", 1989): their variance grows with their mean.
type Noise struct {
	// Sigma: standard deviation of one observation, in units of Scale: relative to the value where the noise is
	// relative. 1: residuals are in units of the noise already
	Sigma float64
	// Offset: the jitter that does not grow with the value, in the unit of the measured value; 0: noise is
	// purely relative
	Offset float64
	Weight []float64 // of each point: how much its replicates count; not to be changed

	relative bool
	root     bool // the standard deviation grows with the root of the value
	level    float64
	rounding []float64
	roots    []float64 // square roots of the weights
	far      float64   // residuals beyond it, in units of Sigma, are outliers
}

// Scale is how much a value near f has to change for its residual to change by one, in the
// unit of the value: |f| plus Offset where the noise is relative, at least a millionth of the
// typical value.
func (n *Noise) Scale(f float64) float64 {
	switch {
	case n.root:
		return math.Sqrt(max(f, 1e-6*n.level))
	case !n.relative:
		return n.level
	}
	return max(math.Abs(f)+n.Offset, 1e-6*n.level)
}

// Residual is how far a value y strays from a true one f, without unit: the difference of
// logarithms where the noise is relative, else the difference by the typical value. What is
// predicted below a hundredth of y counts as a hundredth.
func (n *Noise) Residual(y, f float64) float64 {
	switch {
	case n.root:
		return rootOfDeviance(y, f, 1e-6*n.level)
	case !n.relative:
		return (y - f) / n.level
	}
	return math.Log((y + n.Offset) / max(f+n.Offset, 0.01*(y+n.Offset)))
}

// rootOfDeviance is the root of the deviance of a count from a mean of f, with its sign. No mean is below least: a count is never
// negative.
func rootOfDeviance(y, f, least float64) float64 {
	if f < least {
		return rootOfDeviance(y, least, least) + (least-f)/math.Sqrt(least)
	}
	half := f - y
	if y > 0 {
		half += y * math.Log(y/f)
	}
	return math.Copysign(math.Sqrt(2*max(half, 0)), y-f)
}

// away is how far a value f would have to move to meet y, by the slope of the residual r.
func (n *Noise) away(y, f, r float64) float64 {
	if n.root {
		return y - f
	}
	return n.Scale(f) * r
}

// LeastSquares are the weights with which least squares comes close to the
// noise, before there is any model.
func (n *Noise) LeastSquares(d *dataset.Data) []float64 {
	weight := make([]float64, d.Points())
	n.leastSquares(weight, d)
	return weight
}

func (n *Noise) leastSquares(weight []float64, d *dataset.Data) {
	for i, y := range d.Y {
		s := n.Scale(y)
		if n.root {
			s = math.Sqrt(y + 1) // none counted does not say none ever (Mighell, "Parameter estimation in astronomy with Poisson-distributed data", 1999)
		}
		weight[i] = n.Weight[i] / (s * s)
	}
}

// Residuals puts the residuals of all points into dst, each times the square root of its
// weight, so that all have the same variance.
func (n *Noise) Residuals(dst, y, f []float64) {
	n.stray(dst, y, f)
	for i, root := range n.roots[:len(dst)] {
		dst[i] *= root
	}
}

// stray puts the Residual of all points into dst.
func (n *Noise) stray(dst, y, f []float64) {
	y, f = y[:len(dst)], f[:len(dst)]
	if !n.relative || n.root {
		for i := range dst {
			dst[i] = n.Residual(y[i], f[i])
		}
		return
	}
	for i := range dst {
		from := y[i] + n.Offset
		dst[i] = math.Log(from / max(f[i]+n.Offset, 0.01*from))
	}
}

// Relative turns a deviation in units of the scale into one relative to
// values: the median ratio of scale and value.
func (n *Noise) Relative(values []float64) float64 {
	ratios := make([]float64, 0, len(values))
	for _, v := range values {
		if v != 0 {
			ratios = append(ratios, n.Scale(v)/math.Abs(v))
		}
	}
	if len(ratios) == 0 {
		return 1
	}
	slices.Sort(ratios)
	return robust.Quantile(ratios, 0.5)
}

// Loss is the negative log-likelihood of predictions in nats, up to a constant:
// Huber's loss of the residuals.
func (n *Noise) Loss(y, f []float64) float64 {
	room := scratch.Take(len(y))
	defer room.Give()
	n.Residuals(room.Values, y, f)
	return n.LossOf(room.Values)
}

// LossOf is Loss, in nats, for residuals that Residuals has worked out.
func (n *Noise) LossOf(residuals []float64) float64 {
	sum := 0.0
	for i, r := range residuals {
		sum += n.LossAt(r, i)
	}
	return finite(sum)
}

// LossAt is the loss of a weighted residual of point i in nats, less what
// rounding excuses.
func (n *Noise) LossAt(r float64, i int) float64 {
	return robust.Loss(max(math.Abs(r)-n.rounding[i]*n.roots[i], 0)/n.Sigma, n.far)
}

// LossWeight is the weight that makes least squares minimise the loss of a weighted
// residual at a point.
func (n *Noise) LossWeight(r float64, point int) float64 {
	r = max(math.Abs(r)-n.rounding[point]*n.roots[point], 0) / n.Sigma
	return robust.LossWeight(r, n.far)
}

// finite is a sum, +Inf where it is not a number: what cannot be computed loses against
// everything.
func finite(sum float64) float64 {
	if math.IsNaN(sum) {
		return math.Inf(1)
	}
	return sum
}

// Beyond some limit, in units of the noise, a residual is an outlier: the loss
// then grows with its logarithm only, as that of heavy-tailed distributions
// does. Otherwise a few outliers side by side would be worth a case of their
// own. The median of several observations is rarely an outlier: a model that
// misses it is wrong, so the limit is farther there, the more of them there are at different places of a launch;
// two pauses in four are not yet rare among a hundred points.
const (
	OutlierFrom = 4 // for one observation behind a point
	farEach     = 2 // for each place of observations behind a point
	medianLimit = 30
)
