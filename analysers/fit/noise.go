package fit

import (
	"math"
	"slices"
)

// Floor is the least relative noise that is believed: rounding in files and in
// floating point. Below it everything counts as exact.
const Floor = 1e-6

// bias is the relative error that repeated measurements do not show.
const bias = 0.01

// systematic is how far, relative to the value, all measurements under one
// parameterisation may stray together: by alignment, caches, the order of
// launches and what else ran on the machine (Mytkowicz et al. 2009). Medians of
// thousands of samples look exact, and still no term may live on less.
const systematic = 0.02

// Noise says how far a measured value y strays from a true one f. Measurements
// stray by factors, down to a fixed jitter: ln((y + Offset) / (f + Offset)) has
// the standard deviation Sigma. Where values are negative, y - f has it, in
// units of the typical value. Logarithms make slow and fast outliers alike, and
// say the same of every model.
type Noise struct {
	Sigma  float64
	Offset float64
	Weight []float64 // of each point: how much its replicates count
	Slack  float64   // residuals up to it cost nothing: they may be systematic

	relative bool
	level    float64
	rounding []float64
	far      float64 // residuals beyond it, in units of Sigma, are outliers
}

// NewNoise is a noise with a given offset, which is raised where values are
// zero. Sigma is left to the caller.
func NewNoise(d *Data, offset float64) *Noise {
	n := &Noise{Offset: offset, Weight: make([]float64, d.Points()), relative: d.Relative(), level: d.Level(), rounding: d.rounding, far: farLimit}
	if d.Noisy {
		n.far = max(farLimit, min(farEach*d.usualWeight(), medianLimit))
	}
	if n.relative && slices.Contains(d.Y, 0) {
		n.Offset = max(offset, 0.05*n.level)
	}
	// Replicates average their noise, but not what is special to the point, as
	// alignment and caches (Mytkowicz et al., "Producing Wrong Data Without
	// Doing Anything Obviously Wrong", 2009): that is taken to be a hundredth of
	// the value, or more where there is more noise.
	special := 0.05
	if d.Noise > Floor {
		special = max(special, bias*bias/(d.Noise*d.Noise))
	}
	for i := range n.Weight {
		n.Weight[i] = 1
		if d.Noisy {
			n.Weight[i] = (1 + special) / (1/d.worth[i] + special)
		}
	}
	return n
}

// Scale is how much a value has to change for its residual to change by one.
func (n *Noise) Scale(f float64) float64 {
	if !n.relative {
		return n.level
	}
	return max(math.Abs(f)+n.Offset, 1e-6*n.level)
}

// Residual is how far a value strays, in units of the scale.
func (n *Noise) Residual(y, f float64) float64 {
	if !n.relative {
		return (y - f) / n.level
	}
	return math.Log((y + n.Offset) / max(f+n.Offset, 0.01*(y+n.Offset)))
}

// LeastSquares are the weights with which least squares comes close to the
// noise, before there is any model.
func (n *Noise) LeastSquares(d *Data) []float64 {
	weight := make([]float64, d.Points())
	for i, y := range d.Y {
		s := n.Scale(y)
		weight[i] = n.Weight[i] / (s * s)
	}
	return weight
}

// usualWeight is how many observations stand behind a point, in the median.
func (d *Data) usualWeight() float64 { return usual(d.Weight) }

// usualWorth is how many of them are independent.
func (d *Data) usualWorth() float64 { return usual(d.worth) }

func usual(counts []float64) float64 {
	if len(counts) == 0 {
		return 1
	}
	sorted := slices.Clone(counts) // a fit asks thousands of times; growing an iterator's slice takes longer
	slices.Sort(sorted)
	return Quantile(sorted, 0.5)
}

// Relative reports whether errors are relative to the value: all are positive.
func (d *Data) Relative() bool {
	return !slices.ContainsFunc(d.Y, func(y float64) bool { return y < 0 })
}

// Level is the typical size of a measured value; 1 where all are zero.
func (d *Data) Level() float64 {
	if d.level > 0 {
		return d.level
	}
	return d.typical()
}

func (d *Data) typical() float64 {
	sizes := make([]float64, 0, len(d.Y))
	for _, y := range d.Y {
		if y != 0 {
			sizes = append(sizes, math.Abs(y))
		}
	}
	if len(sizes) == 0 {
		return 1
	}
	slices.Sort(sizes)
	return Quantile(sizes, 0.5)
}

// Residuals are the residuals of all points, weighted by replicates.
func (n *Noise) Residuals(dst, y, f []float64) {
	for i := range dst {
		dst[i] = n.Residual(y[i], f[i]) * math.Sqrt(n.Weight[i])
	}
}

// Spread is the robust standard deviation of residuals of a model with k
// fitted coefficients: Huber's proposal 2 (1964), started at the median of
// absolute values.
func Spread(residuals []float64, k int) float64 {
	n := len(residuals)
	if n == 0 {
		return 0
	}
	sizes := make([]float64, n)
	largest := 0.0
	for i, r := range residuals {
		if math.IsNaN(r) || math.IsInf(r, 0) {
			return math.Inf(1)
		}
		sizes[i] = math.Abs(r)
		largest = max(largest, sizes[i])
	}
	free := max(float64(n-k), 1)
	sigma := 1.4826 * middling(sizes) * math.Sqrt(float64(n)/free)
	const consistency = 0.7785 // E psi(z)^2 of a standard normal z at the limit 1.5
	if sigma == 0 {
		if k >= n/2 || largest == 0 {
			return 0
		}
		sigma = largest / 3
	}
	for range 6 {
		sum := 0.0
		for _, r := range sizes {
			psi := min(r, huberLimit*sigma)
			sum += psi * psi
		}
		sigma = math.Sqrt(sum / free / consistency)
		if sigma == 0 {
			break
		}
	}
	return sigma
}

// middling is the upper median, by Hoare's selection (1961): sorting all values
// took a quarter of the time of a fit. It reorders the values.
func middling(values []float64) float64 {
	k := len(values) / 2
	for low, high := 0, len(values)-1; low < high; {
		pivot := values[(low+high)/2]
		i, j := low, high
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			high = j
		case k >= i:
			low = i
		default:
			return values[k]
		}
	}
	return values[k]
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
	return Quantile(ratios, 0.5)
}

// Loss is the negative log-likelihood of predictions in nats, up to a constant:
// Huber's loss of the residuals.
func (n *Noise) Loss(y, f []float64) float64 {
	sum := 0.0
	for i := range y {
		sum += n.lossAt(n.Residual(y[i], f[i])*math.Sqrt(n.Weight[i]), i)
	}
	return finite(sum)
}

// lossOf is Loss for weighted residuals.
func (n *Noise) lossOf(residuals []float64) float64 {
	sum := 0.0
	for i, r := range residuals {
		sum += n.lossAt(r, i)
	}
	return finite(sum)
}

func (n *Noise) lossAt(r float64, i int) float64 {
	return loss(max(math.Abs(r)-max(n.Slack, n.rounding[i])*math.Sqrt(n.Weight[i]), 0)/n.Sigma, n.far)
}

func finite(sum float64) float64 {
	if math.IsNaN(sum) {
		return math.Inf(1)
	}
	return sum
}

// Calibrate chooses the offset that makes the residuals of a good model most
// alike over the range of values, by the likelihood of a Laplace distribution,
// and returns the noise with that model's spread as Sigma. k is the number of
// fitted coefficients.
func Calibrate(d *Data, f []float64, k int) *Noise {
	best, bestLength := (*Noise)(nil), math.Inf(1)
	residuals := make([]float64, d.Points())
	offsets := []float64{0}
	if d.Relative() && d.Points() >= 20 {
		sizes := slices.Clone(d.Y)
		slices.Sort(sizes)
		for _, q := range []float64{0.05, 0.2, 0.5, 0.9} {
			offsets = append(offsets, Quantile(sizes, q))
		}
		offsets = append(offsets, 10*sizes[len(sizes)-1])
	}
	for i, offset := range offsets {
		n := NewNoise(d, offset)
		n.Residuals(residuals, d.Y, f)
		sum, logs := 0.0, 0.0
		for j, r := range residuals {
			sum += min(math.Abs(r), 1e300)
			logs += math.Log(n.Scale(d.Y[j]))
		}
		points := float64(d.Points())
		length := points*math.Log(max(sum/points, Floor)) + logs
		if i > 0 {
			length += 3 // purely relative noise is what measurements have
		}
		if length < bestLength {
			n.Sigma = max(Spread(residuals, k), Floor)
			best, bestLength = n, length
		}
	}
	return best
}
