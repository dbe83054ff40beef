package steps

import (
	"context"
	"fmt"
	"math"
	"slices"

	"beagle/analysers/dictionary"
	"beagle/analysers/fit"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// staircases looks for times that grow by blocks of a usual size.
func staircases(ctx context.Context, d *fit.Data) []blackboard.Proposal {
	if d.Points() < 12 {
		return nil
	}
	one := fit.One(d)
	var found []fit.Term
	for _, c := range d.Columns {
		if c.Kind != model.Number || ctx.Err() != nil {
			continue
		}
		x := expression.Variable{Variable: c.Variable}
		straight, ok := fit.NewTerm(d, x)
		if !ok {
			continue
		}
		weight := fit.NewNoise(d, 0).LeastSquares(d)
		_, linear := fit.Solve([][]float64{one.Values, straight.Values}, d.Y, weight)
		best, bestRSS := fit.Term{}, math.Inf(1)
		for _, unit := range units(c.Num) {
			for _, wrap := range []expression.Func{expression.Ceil, expression.Floor} {
				t, ok := fit.NewTerm(d, expression.Unary{Func: wrap, Arg: times(1/unit, x)})
				if !ok {
					continue
				}
				if _, rss := fit.Solve([][]float64{one.Values, t.Values}, d.Y, weight); rss < bestRSS*(1-1e-9) { // started blocks before full ones
					best, bestRSS = t, rss
				}
			}
		}
		// It has to be worth what it takes to write it down, and the search.
		if gain := float64(d.Points()) / 2 * math.Log(linear/max(bestRSS, 1e-300)); gain > 8 {
			found = append(found, best)
		}
	}
	if len(found) == 0 {
		return nil
	}
	var proposals []blackboard.Proposal
	for _, c := range dictionary.Search(ctx, d, append(found, dictionary.Terms(d)...), false) {
		if !wraps(c.Node) {
			continue
		}
		proposals = append(proposals, blackboard.Proposal{Expression: fit.Readable(d, c.Node), Why: fmt.Sprintf("a staircase explains it better than a line; %s", c.Why)})
	}
	return proposals
}

func wraps(n expression.Node) bool {
	found := false
	expression.Walk(n, func(n expression.Node) bool {
		u, ok := n.(expression.Unary)
		found = found || ok && (u.Func == expression.Ceil || u.Func == expression.Floor)
		return !found
	})
	return found
}

// units are block sizes that programs use and the data can show: at least two
// steps in the range, and at most as many as points can tell apart.
func units(x []float64) []float64 {
	low, high := slices.Min(x), slices.Max(x)
	var out []float64
	offer := func(unit float64) {
		if steps := (high - low) / unit; steps >= 1.5 && steps <= min(64, float64(len(x))/3) {
			out = append(out, unit)
		}
	}
	for e := 1; e <= 40; e++ {
		offer(math.Ldexp(1, e))
		offer(3 * math.Ldexp(1, e-1))
	}
	for unit := 1.0; unit < high; unit *= 10 {
		offer(10 * unit)
		offer(2 * unit)
		offer(5 * unit)
		offer(2.5 * unit)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
