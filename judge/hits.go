package judge

import (
	"math"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// Limits of what is met by more than chance.
const (
	mostHits  = 2.0 / 3 // of the points, at the least: the others are means of what was sampled, or of exceptions
	moreHits  = 5       // different values more than the expression has estimated numbers
	certainly = 20      // nats that what meets the points is ahead of what does not
)

// preferHits puts an expression that says the means of counts exactly ahead of all that do not. A loop inside a
// loop runs 0, 1, ..., n-1 times, which scatters for equal inputs by more than half of its mean; by that, 0.47 * n is
// as good as (n - 1) / 2. But that scatter is no error of a mean over whole executions of the service: that many different
// means are met to the last digit by nothing but the law. Where several meet them the shortest is first, as ever.
func preferHits(data *dataset.Data, nodes []expression.Node, c *selection.Comparison) {
	if c.Reference < 0 || !data.Counted || !data.Noisy {
		return
	}
	hit, most := -1, 0
	hits := make([]int, len(nodes))
	for i := range nodes {
		if c.Refused[i] != "" {
			continue
		}
		if hits[i] = meets(data, nodes[i], c.Values[i]); hits[i] > most || hits[i] == most && most > 0 && c.Lengths[i] < c.Lengths[hit] {
			hit, most = i, hits[i]
		}
	}
	if hit < 0 {
		return
	}
	for i := range nodes {
		if hits[i] < most {
			c.Lengths[i] = max(c.Lengths[i], c.Lengths[hit]+certainly)
		}
	}
	c.Reference = hit
}

// meets is how many points an expression says exactly, where these are most and too many for chance; else 0.
func meets(data *dataset.Data, n expression.Node, said []float64) int {
	hits, different := 0, map[float64]bool{}
	for i, y := range data.Y {
		if math.Abs(y-said[i]) <= 1e-9*math.Abs(y) {
			hits++
			different[y] = true
		}
	}
	if float64(hits) < mostHits*float64(data.Points()) || len(different) < moreHits+len(regression.EstimatesOf(data, n).Places) {
		return 0
	}
	return hits
}
