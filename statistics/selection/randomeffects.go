package selection

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// The prior of how launches differ in what an input costs, before any is seen.
const (
	fewestLaunches = 3    // from which their differences can be estimated
	priorEffect    = 0.03 // standard deviation of the effect of one input beside another
	priorLaunches  = 4    // as many launches the prior counts for
	chanceOnly     = 0.01 // probability by noise alone below which launches disagree: many expressions are held against the best
)

// AllowForLaunches lowers the gain of a longer expression over a shorter one to
// what launches confirm. Hundreds of points of a launch whose compiler or machine
// went another way for large inputs say one thing once, and no term may live on
// that: it has to win in one launch as in the other.
//
// It is a random effects model (Laird and Ware, "Random-effects models for
// longitudinal data", 1982) with one effect a launch: the factor by which that
// launch shows the difference between the two expressions, which is 1 on average
// where the longer one is right. Where the factors differ no more than noise
// explains (Cochran's Q, 1954), nothing changes. Otherwise launches are the
// observations, not points, and the gain is Student's log-likelihood ratio of the
// mean factor with their variance, which a prior steadies, or what the launch that
// shows the difference least would gain, where that is more. Unlike in a full mixed
// model the variance is estimated for each pair of expressions alone.
func (c *Comparison) AllowForLaunches(d *dataset.Data) {
	if c.Reference < 0 || !d.Noisy {
		return
	}
	launches := launchesIn(d)
	if len(launches) < fewestLaunches {
		return
	}
	effects := newLaunchEffects(d, c.counted, launches)
	c.Reference = c.examine(c.Reference, c.usable, func(best int) func(int) float64 {
		with := c.appraisals[best].under(d, c.counted).residuals
		left := c.appraisals[best].loss(d, c.counted)
		return func(i int) float64 {
			without := c.appraisals[i].under(d, c.counted).residuals
			gain := c.appraisals[i].loss(d, c.counted) - left
			if confirmed := effects.gain(gain, with, without); confirmed < gain {
				return confirmed
			}
			return math.Inf(1)
		}
	})
}

// launchesIn are the numbers of the launches that observed a point.
func launchesIn(d *dataset.Data) (all []int32) {
	for _, shares := range d.ByLaunch {
		for _, s := range shares {
			if !slices.Contains(all, s.Launch) {
				all = append(all, s.Launch)
			}
		}
	}
	return all
}

// launchEffects estimates the factor by which each launch shows a difference
// between two expressions.
type launchEffects struct {
	noise        *regression.Noise
	observations []observation
	factor       []float64 // of each launch
	precision    []float64 // of each launch's factor: one over its variance by noise
}

// observation is what a launch measured at a point.
type observation struct {
	point, launch int
	off           float64 // residual of the launch's median against the point's value
	precision     float64 // of the launch's share of the point's measurements
	root          float64 // square root of the point's weight
}

// newLaunchEffects lists what each launch measured at each point, with the precision (one over the variance)
// that its share of the point's measurements has.
func newLaunchEffects(d *dataset.Data, noise *regression.Noise, launches []int32) *launchEffects {
	e := &launchEffects{noise: noise, factor: make([]float64, len(launches)), precision: make([]float64, len(launches))}
	for i, shares := range d.ByLaunch {
		for _, s := range shares {
			e.observations = append(e.observations, observation{
				point: i, launch: slices.Index(launches, s.Launch), off: noise.Residual(s.Median, d.Y[i]),
				precision: noise.Weight[i] * s.Portion / noise.Sigma / noise.Sigma, root: math.Sqrt(noise.Weight[i]),
			})
		}
	}
	return e
}

// gain is what launches confirm of the gain of an expression with some residuals over one
// with others, in nats: at most the given gain, at least 0.
func (e *launchEffects) gain(gain float64, with, without []float64) float64 {
	squares := e.estimate(with, without)
	var sum, precisions, precisions2, seeing float64
	for l, w := range e.precision {
		if w > 0 {
			seeing++
			precisions += w
			precisions2 += w * w
			sum += w * e.factor[l]
		}
	}
	if seeing < fewestLaunches {
		return gain
	}
	// Cochran's Q: do the launches' factors differ by more than noise explains?
	mean, q := sum/precisions, 0.0
	for l, w := range e.precision {
		q += w * (e.factor[l] - mean) * (e.factor[l] - mean)
	}
	if q < (distuv.ChiSquared{K: seeing - 1}).Quantile(1-chanceOnly) {
		return gain
	}
	// They do: launches are the observations now. Their effective number is Kish's, and
	// the prior counts as some launches more.
	launches := precisions * precisions / precisions2 // those that saw little count little
	prior := 1 + priorEffect*priorEffect*float64(len(e.observations))/squares*precisions/seeing
	freedom := launches - 1 + priorLaunches
	variance := ((launches-1)*q/(seeing-1) + priorLaunches*prior) / freedom // in units of that by noise
	confirmed := (freedom + 1) / 2 * math.Log1p(max(mean, 0)*max(mean, 0)*precisions/variance/freedom)
	return max(0, min(gain, max(confirmed, gain*e.least())))
}

// least is the part of the gain that is left if all launches showed the difference
// as little as the one that shows it least: a launch that shows it by a factor f
// gains 2f-1 of what was expected of it. Student's ratio of five launches grows by
// some nats only, however clear the difference is within each of them; without
// this, a constant would be preferred to a product that every launch shows, because
// launches do not agree by how much.
func (e *launchEffects) least() float64 {
	const little = 4 // times less than others: such a launch says nothing of its factor
	mean, seeing := 0.0, 0.0
	for _, w := range e.precision {
		if w > 0 {
			mean, seeing = mean+w, seeing+1
		}
	}
	mean /= seeing
	least := 1.0
	for l, w := range e.precision {
		if w >= mean/little {
			least = min(least, 2*e.factor[l]-1)
		}
	}
	return max(least, 0)
}

// estimate works out each launch's factor by least squares, and returns the sum
// of squares of the difference. Residuals beyond three sigma are clipped.
func (e *launchEffects) estimate(with, without []float64) (squares float64) {
	clear(e.factor)
	clear(e.precision)
	limit := 3 * e.noise.Sigma
	for _, o := range e.observations {
		r := with[o.point] / o.root
		difference := without[o.point]/o.root - r
		e.factor[o.launch] += o.precision * difference * (difference + max(-limit, min(limit, r+o.off)))
		e.precision[o.launch] += o.precision * difference * difference
		squares += difference * difference
	}
	for l, w := range e.precision {
		if w > 0 {
			e.factor[l] /= w
		}
	}
	return squares
}
