package selection

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// What is believed about launches before they are seen.
const (
	fewestLaunches = 3    // show how far launches differ
	usualShape     = 0.03 // how far launches differ in what they take for one input beside another
	usualLaunches  = 4    // that this is worth
	accident       = 0.01 // probability of disagreement by noise alone that counts: many expressions are held against the best
)

// AllowForLaunches weighs by launches what a longer expression explains better than
// a shorter one. Hundreds of points of a launch whose compiler or machine went
// another way for large inputs say one thing once, and no term may live on that:
// it has to win in one launch as in the other.
//
// By how much the two expressions differ is held against each launch's own
// measurements: how many times the difference that launch saw, 1 in the mean where
// the longer one is right. Where launches disagree about it no more than their noise
// explains, nothing changes. Otherwise launches are the observations, not points,
// and the gain is that of a mean of few values with an unknown variance (Student's
// log-likelihood ratio), of which little is believed before.
func (c *Comparison) AllowForLaunches(d *dataset.Data) {
	if c.Reference < 0 || !d.Noisy {
		return
	}
	launches := launchesIn(d)
	if len(launches) < fewestLaunches {
		return
	}
	b := newLaunchTest(d, c.Noise, launches)
	for range mostAhead {
		best := c.Reference
		with := c.appraisals[best].under(d, c.Noise).residuals
		left := c.Noise.LossOf(with)
		for i, other := range c.appraisals {
			if other == nil || i == best || c.own[i] >= c.own[best] {
				continue
			}
			without := other.under(d, c.Noise).residuals
			gain := c.Noise.LossOf(without) - left
			if fair := b.gain(gain, with, without); fair < gain {
				c.Lengths[i] = min(c.Lengths[i], c.Lengths[best]-c.own[best]+c.own[i]+fair)
			}
		}
		for i, length := range c.Lengths {
			if length < c.Lengths[c.Reference] {
				c.Reference = i
			}
		}
		if c.Reference == best {
			return
		}
	}
}

// launches are the numbers of those that say something.
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

// launchTest is how launches vote on expressions.
type launchTest struct {
	noise  *regression.Noise
	votes  []observation
	saw    []float64 // of each launch: how many times a difference
	weight []float64 // of each launch: how well it could see it, 1 over the variance by noise
}

// observation is what a launch measured at a point.
type observation struct {
	point, launch int
	off           float64 // its residual beside that of the point
	weight        float64 // of the launch's part of the point's measurements
	root          float64 // of the point's weight
}

func newLaunchTest(d *dataset.Data, noise *regression.Noise, launches []int32) *launchTest {
	b := &launchTest{noise: noise, saw: make([]float64, len(launches)), weight: make([]float64, len(launches))}
	for i, shares := range d.ByLaunch {
		for _, s := range shares {
			b.votes = append(b.votes, observation{
				point: i, launch: slices.Index(launches, s.Launch), off: noise.Residual(s.Median, d.Y[i]),
				weight: noise.Weight[i] * s.Portion / noise.Sigma / noise.Sigma, root: math.Sqrt(noise.Weight[i]),
			})
		}
	}
	return b
}

// gain is what is left of the gain of an expression with some residuals over one
// with others when launches vote on it.
func (b *launchTest) gain(gain float64, with, without []float64) float64 {
	clear(b.saw)
	clear(b.weight)
	limit := 3 * b.noise.Sigma // outliers have no voice
	squares, all := 0.0, 0.0
	for _, v := range b.votes {
		r := with[v.point] / v.root
		difference := without[v.point]/v.root - r
		b.saw[v.launch] += v.weight * difference * (difference + max(-limit, min(limit, r+v.off)))
		b.weight[v.launch] += v.weight * difference * difference
		squares += difference * difference
		all++
	}
	sum, weights, disagreement := 0.0, 0.0, 0.0
	launches, voting := 0.0, 0.0
	for l, w := range b.weight {
		if w > 0 {
			voting++
			weights += w
			launches += w * w
			sum += b.saw[l]
			b.saw[l] /= w
		}
	}
	if voting < fewestLaunches {
		return gain
	}
	mean := sum / weights
	for l, w := range b.weight {
		disagreement += w * (b.saw[l] - mean) * (b.saw[l] - mean)
	}
	if disagreement < (distuv.ChiSquared{K: voting - 1}).Quantile(1-accident) {
		return gain
	}
	launches = weights * weights / launches // those count little that saw little
	usual := 1 + usualShape*usualShape*all/squares*weights/voting
	freedom := launches - 1 + usualLaunches
	times := ((launches-1)*disagreement/(voting-1) + usualLaunches*usual) / freedom
	return max(0, min(gain, (freedom+1)/2*math.Log1p(max(mean, 0)*max(mean, 0)*weights/times/freedom)))
}
