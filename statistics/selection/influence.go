package selection

import (
	"math"

	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// mostOfGain is the share of a gain above which the gain rests on one observation.
const mostOfGain = 0.5

// AllowForInfluence lowers the gain of a longer expression over a shorter one to what is
// left of it without the one observation that speaks most for the longer one, where that
// holds most of it and is an outlier otherwise. A fourth power that one pause supports has
// been seen once, and what was seen once nobody knows to come again.
//
// It is the effect of an observation on a Bayes factor (Pettit and Young, "Measuring the
// effect of observations on Bayes factors", 1990), with the numbers as all data have
// them. Unlike there an influence that does not hold most of the gain is let alone: of few
// observations each one has some. Of a point that was measured several times one
// observation holds its share of what the point says.
func (c *Comparison) AllowForInfluence(d *dataset.Data) {
	if c.Reference < 0 || !d.Noisy {
		return
	}
	c.Reference = c.examine(c.Reference, c.usable, func(best int) func(int) float64 {
		with := c.appraisals[best].under(d, c.counted).residuals
		return func(i int) float64 {
			gain, most, outlier := c.influence(d, with, c.appraisals[i].under(d, c.counted).residuals)
			if gain <= 0 || !outlier || most <= mostOfGain*gain {
				return math.Inf(1)
			}
			// What is left beside what other steps confirmed of the gain.
			confirmed := (c.Lengths[i] - c.own[i] - (c.Lengths[best] - c.own[best])) / c.weight(best, i)
			return max(0, min(confirmed, gain)-most)
		}
	})
}

// influence is how many nats residuals gain over other ones, how many of them by the one
// observation by which they gain most, and whether the other residual is an outlier's there.
func (c *Comparison) influence(d *dataset.Data, with, without []float64) (gain, most float64, outlier bool) {
	for i, r := range with {
		at := c.counted.LossAt(without[i], i) - c.counted.LossAt(r, i)
		gain += at
		if at /= max(d.Weight[i], 1); at > most {
			most, outlier = at, math.Abs(without[i]) > regression.OutlierFrom*c.counted.Sigma
		}
	}
	return gain, most, outlier
}
