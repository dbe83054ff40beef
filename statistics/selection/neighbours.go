package selection

import (
	"math"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// mostCounted is how many points at most count as one. Where more than that deviate alike, the form is wrong
// rather than bent, and its residuals say little of those of the right one.
const mostCounted = 4

// AllowForNeighbours counts what neighbours say alike as often as it is independent. What caches, the compiler or an early exit
// do to the costs at one size they do at the next one, too, in every launch and however often it is measured: points
// that the best expression misses alike are one finding about it. With each of them counted by itself, a
// form that imitates the bend wins by dozens of nats, and the more points there are, the surer.
//
// It is the effective number of observations of a series that depends on itself: one in 1 + 2 (r1 + r2 + ...) counts,
// with the correlations of what the best expression leaves over at points that are so many places apart, in the order
// of the input in which they are most alike, up to where sums of two of them are no longer positive (the initial positive sequence of
// Geyer, "Practical Markov chain Monte Carlo", 1992). All likelihoods are flattened by as much. Against expressions that depend
// on nothing they stay as they are: what bends a cost makes none depend on its input.
//
// Only where launches are known, since other tables need not be about a machine's times. It
// comes before the other steps.
func (c *Comparison) AllowForNeighbours(d *dataset.Data, nodes []expression.Node) {
	if c.Reference < 0 || !d.Noisy || d.Table.Launch == nil {
		return
	}
	c.level = make([]bool, len(nodes))
	for i, n := range nodes {
		c.level[i] = n != nil && len(expression.Variables(n)) == 0
	}
	depends := func(i int) bool { return c.usable(i) && !c.level[i] }
	best := c.best(depends)
	if best < 0 {
		return
	}
	alone := make([]float64, len(nodes)) // what each leaves unexplained, each point by itself
	for i, a := range c.appraisals {
		if a != nil {
			alone[i] = a.loss(d, c.Noise)
		}
	}
	// Which is the best depends on how many points count, and that on which is the best: twice is enough.
	for range 2 {
		before := best
		c.alike = alike(d, c.appraisals[best].under(d, c.Noise).residuals, 3*c.Noise.Sigma)
		wider := *c.Noise
		wider.Sigma *= math.Sqrt(c.alike)
		c.counted = &wider
		for i, a := range c.appraisals {
			if a != nil && !c.level[i] {
				c.Lengths[i] = a.loss(d, c.counted) + c.own[i]
			}
		}
		if best = c.best(depends); best == before {
			break
		}
	}
	left := c.appraisals[best].loss(d, c.counted)
	for i, a := range c.appraisals {
		if a != nil && c.level[i] {
			c.Lengths[i] = left + alone[i] - alone[best] + c.own[i]
		}
	}
	c.Reference = c.best(c.usable)
}

// alike is how many points say one thing together, by the residuals of the best expression; 1: each says its
// own. Residuals beyond the limit count as the limit.
func alike(d *dataset.Data, residuals []float64, limit float64) float64 {
	most := 1.0
	ordered := make([]float64, len(residuals))
	for column := range d.Columns {
		if d.Columns[column].Kind == model.Text {
			continue
		}
		for to, from := range d.By(column) {
			ordered[to] = max(-limit, min(limit, residuals[from]))
		}
		most = max(most, countedAsOne(ordered))
	}
	return min(most, mostCounted)
}

// countedAsOne is how many values of a series say one thing together, at least 1.
func countedAsOne(series []float64) float64 {
	squares := 0.0
	for _, x := range series {
		squares += x * x
	}
	count := 1.0
	if squares == 0 {
		return count
	}
	correlation := func(lag int) (sum float64) {
		for i, x := range series[lag:] {
			sum += x * series[i]
		}
		return sum / squares
	}
	for lag := 1; lag+1 < len(series)/2; lag += 2 {
		both := correlation(lag) + correlation(lag+1)
		if both <= 0 {
			break
		}
		count += 2 * both
	}
	return count
}

// weight is how many times what is confirmed of a gain counts: over an expression that depends on nothing as often as each point
// by itself, since AllowForNeighbours flattened it.
func (c *Comparison) weight(best, i int) float64 {
	if c.level == nil || !c.level[i] || c.level[best] {
		return 1
	}
	return c.alike
}
