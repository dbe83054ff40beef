package search

import (
	"context"
	"fmt"
	"math"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// finalists are the sums of each number of terms whose numbers are fitted; as many are returned in the end.
const finalists = 4

// Numbered are the shortest sums of forms that may have numbers of their own, such as thresholds and exponents, which are
// fitted wherever they stand.
func Numbered(ctx context.Context, d *dataset.Data, negative bool) ([]expression.Node, error) {
	if d.Points() < 3 || len(d.Columns) == 0 {
		return nil, nil
	}
	noise, weight := unknown(d)
	all := forms(d)
	if d.Noisy { // a first look tells noise and outliers
		pilot := newSearch(d, all, weight).best(ctx, width{beam: 1, keep: 1})
		if len(pilot) == 0 {
			return nil, nil
		}
		values, err := d.Evaluate(pilot[0].node(d, 0))
		if err != nil {
			return nil, fmt.Errorf("a sum that was found cannot be evaluated: %w", err)
		}
		noise = regression.Calibrate(d, values, len(pilot[0].members)+1)
		weight = (&regression.Model{Values: values}).RobustWeights(d, noise)
	}
	var nodes []expression.Node
	for _, s := range newSearch(d, all, weight).best(ctx, width{beam: beam, keep: finalists}) {
		if ctx.Err() != nil {
			break
		}
		for _, n := range s.nodes(d) {
			if !d.Noisy { // without noise each sum is weighted by its own residuals
				values, err := d.Evaluate(n)
				if err != nil {
					continue
				}
				noise = regression.Calibrate(d, values, len(s.members))
			}
			n = expression.Simplify(regression.TuneEstimates(d, n, noise, 12))
			if !d.Noisy {
				n = exactly(d, n)
			}
			if !slices.Contains(nodes, n) {
				nodes = append(nodes, n)
			}
		}
	}
	c := selection.Compare(d, nodes, negative)
	var out []expression.Node
	for _, i := range dataset.Order(c.Lengths)[:min(finalists, len(nodes))] {
		if !math.IsInf(c.Lengths[i], 1) {
			out = append(out, nodes[i])
		}
	}
	return out, nil
}
