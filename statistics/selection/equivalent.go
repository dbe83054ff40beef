package selection

import (
	"math"
	"slices"

	"beagle/statistics/regression"
	"beagle/statistics/robust"
)

// Limits within which two expressions say the same.
const (
	mostEquivalent = 0.95 // of the points have to agree
	farEquivalent  = 3    // times the tolerance within which the others must
	ofSpread       = 0.25 // of one measurement's spread is what nobody can see
)

// PreferShorterEquivalent lets the shorter one of two expressions win that say the same
// for all practical purposes. Hundreds of points that stray together by a hundredth look
// like overwhelming evidence for a further term, yet they are one finding, and the
// machine's rather than the program's (see regression.Systematic). So what agrees with
// the best within the slack explains the data as well as the best does. It does nothing
// where the noise has no slack.
func (c *Comparison) PreferShorterEquivalent() {
	if c.Reference < 0 || c.Noise.Slack == 0 {
		return
	}
	best := c.Reference
	tolerance := max(c.Noise.Slack, ofSpread*c.Noise.Sigma)
	for i, f := range c.Values {
		if f == nil || i == best || c.own[i] >= c.own[best] || !equivalent(c.Noise, f, c.Values[best], tolerance) {
			continue
		}
		c.Lengths[i] = min(c.Lengths[i], c.Lengths[best]-c.own[best]+c.own[i])
		if c.Lengths[i] < c.Lengths[c.Reference] {
			c.Reference = i
		}
	}
}

// equivalent reports whether predictions agree within the tolerance, in units of
// residuals, at nearly all points and are near it at the others.
func equivalent(n *regression.Noise, f, g []float64, tolerance float64) bool {
	gaps := make([]float64, len(f))
	for i := range f {
		gaps[i] = math.Abs(n.Residual(f[i], g[i]))
		if !(gaps[i] <= farEquivalent*tolerance) {
			return false
		}
	}
	slices.Sort(gaps)
	return robust.Quantile(gaps, mostEquivalent) <= tolerance
}
