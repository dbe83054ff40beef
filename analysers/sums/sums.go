// Package sums proposes sums of terms that have numbers of their own: thresholds, bounds, exponents, bases, blocks and
// poles are looked for together with the terms that stand beside them.
//
// There is one table of forms (forms.go) and one search (search.go). Each form is a family of columns, one for each value of
// its number; the search keeps the best few sums of each number of terms, adds to each the best member of every family, and then
// chooses each member again beside the others. What a sum costs is its description length: half the number of points
// times the logarithm of what is left, and what it takes to write it down (Rissanen 1978).
package sums

import (
	"context"
	"fmt"
	"math"
	"slices"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// Analyser proposes sums of terms that have numbers of their own.
var Analyser = &analyser.Analyser{
	Name:  "sums",
	Doc:   "sums of terms whose thresholds, bounds, exponents, bases and poles are found with them",
	Kinds: []model.Kind{model.InternalAction, model.Loop, model.CallParameter},
	Run:   run,
}

// run proposes the shortest of the sums that were found, their numbers fitted wherever they stand.
func run(ctx context.Context, pass *analyser.Pass) error {
	d := pass.Data
	if d.Target.Kind != model.Number || d.Points() < 3 || len(d.Columns) == 0 || slices.Min(d.Y) == slices.Max(d.Y) {
		return nil
	}
	negative := pass.Element.Kind.Signed()
	offset := 0.0
	if !d.Noisy {
		offset = 0.2 * d.Level() // as in the dictionary: counts only have to weigh alike over their range
	}
	noise := regression.NewNoise(d, offset)
	weight := noise.LeastSquares(d)
	all := forms(d)
	if d.Noisy { // a first look tells noise and outliers
		pilot := newSearch(ctx, d, all, weight).best(1)
		if len(pilot) == 0 {
			return nil
		}
		values, err := d.Evaluate(pilot[0].node(d, 0))
		if err != nil {
			return fmt.Errorf("a sum that was found cannot be evaluated: %w", err)
		}
		noise = regression.Calibrate(d, values, len(pilot[0].members)+1)
		weight = (&regression.Model{Values: values}).RobustWeights(d, noise)
	}
	var nodes []expression.Node
	for _, s := range newSearch(ctx, d, all, weight).best(beam) {
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
	for _, i := range dataset.Order(c.Lengths)[:min(finalists, len(nodes))] {
		if !math.IsInf(c.Lengths[i], 1) {
			pass.Propose(blackboard.Proposal{Expression: regression.Readable(d, nodes[i]), Why: "one of the shortest sums of forms whose numbers were looked for with them"})
		}
	}
	return nil
}
