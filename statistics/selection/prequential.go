package selection

import (
	"math"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// Limits on what looking ahead may take.
const (
	nearBest = 4.0 // nats behind the best within which it may change the order
	mostLost = 25  // nats: one large error must not decide alone
	fewest   = 20  // points below which the largest fifth says nothing
	expected = 0.7 // nats for each number that a right form loses, too
)

// AddPrequentialLoss makes expressions longer that would not have foreseen the largest
// values: their numbers are fitted to the four fifths of the points with smaller
// predictions, and what it then takes to write the rest down, more than with numbers
// fitted to all points, is added to their length (Dawid, "Statistical theory: the
// prequential approach", 1984). Only those that compete for the first place are examined.
// Quantities without noise are left alone.
func (c *Comparison) AddPrequentialLoss(d *dataset.Data, nodes []expression.Node) {
	if !d.Noisy || d.Points() < fewest || c.Reference < 0 {
		return
	}
	examined := make([]bool, len(nodes))
	for range mostExamined {
		best, next := -1, -1
		for i := range nodes {
			if c.Values[i] == nil {
				continue
			}
			if examined[i] && (best < 0 || c.Lengths[i] < c.Lengths[best]) {
				best = i
			}
			if !examined[i] && (next < 0 || c.Lengths[i] < c.Lengths[next]) {
				next = i
			}
		}
		if next < 0 || best >= 0 && c.Lengths[next] > c.Lengths[best]+nearBest {
			break
		}
		examined[next] = true
		c.Lengths[next] += c.appraisals[next].prequential(d, nodes[next], c.counted)
	}
	for i := range nodes {
		if c.Values[i] != nil && c.Lengths[i] < c.Lengths[c.Reference] {
			c.Reference = i
		}
	}
}

// prequentialLoss is how many nats more it takes to write the largest fifth down when
// the numbers are known from the rest only. The predictive density of points
// that come later is the ratio of the evidence of all points and of the earlier
// ones; by Laplace's approximation (MacKay 1992) that is what the earlier points
// lose by the fit to all, and how much less they knew of the numbers.
func prequentialLoss(d *dataset.Data, n expression.Node, f []float64, noise *regression.Noise) float64 {
	places, _ := regression.Fitted(n)
	if len(places) == 0 {
		return 0
	}
	order := dataset.Order(f)
	smaller := order[:len(order)*4/5]
	part, known := d.Part(smaller), noise.Part(smaller)
	refitted := regression.Tune(part, n, known, 8)
	g, err := part.Evaluate(refitted)
	if err != nil {
		return mostLost
	}
	before, after := regression.Inform(part, refitted, known, 1), regression.Inform(d, n, noise, 1)
	if before == nil || after == nil {
		return 0
	}
	lost := known.Loss(part.Y, dataset.Pick(f, smaller)) - known.Loss(part.Y, g) +
		(after.LogDeterminant()-before.LogDeterminant())/2 - expected*float64(len(places))
	if math.IsNaN(lost) {
		return mostLost
	}
	return max(0, min(lost, mostLost))
}
