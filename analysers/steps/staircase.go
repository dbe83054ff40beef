package steps

import (
	"context"
	"fmt"
	"math"
	"slices"

	"beagle/analysers/dictionary"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
	"beagle/statistics/leastsquares"
	"beagle/statistics/regression"
)

// staircases looks for times that grow by blocks of a usual size.
func staircases(ctx context.Context, d *dataset.Data) []blackboard.Proposal {
	if d.Points() < 12 {
		return nil
	}
	one := regression.One(d)
	var found []regression.Term
	for _, c := range d.Columns {
		if c.Kind != model.Number || ctx.Err() != nil {
			continue
		}
		x := expression.Variable{Variable: c.Variable}
		straight, ok := regression.NewTerm(d, x)
		if !ok {
			continue
		}
		weight := regression.NewNoise(d, 0).LeastSquares(d)
		_, linear := leastsquares.Solve([][]float64{one.Values, straight.Values}, d.Y, weight)
		best, bestRSS, bestUnit := regression.Term{}, math.Inf(1), 0.0
		try := func(unit float64, wrap expression.Func) (regression.Term, float64) {
			t, ok := regression.NewTerm(d, expression.Unary{Func: wrap, Arg: times(1/unit, x)})
			if !ok {
				return t, math.Inf(1)
			}
			_, rss := leastsquares.Solve([][]float64{one.Values, t.Values}, d.Y, weight)
			return t, rss
		}
		for _, unit := range units(c.Num) {
			for _, wrap := range []expression.Func{expression.Ceil, expression.Floor} {
				if t, rss := try(unit, wrap); rss < bestRSS*(1-1e-9)-1e-12*linear { // started blocks before full ones
					best, bestRSS, bestUnit = t, rss, unit
				}
			}
		}
		// It has to be worth what it takes to write it down, and the search.
		if gain := float64(d.Points()) / 2 * math.Log(linear/max(bestRSS, 1e-300)); gain > 8 {
			found = append(found, best)
			wrap := best.Node.(expression.Unary).Func
			if t, ok := unusual(bestUnit, bestRSS, d.Points(), func(unit float64) (regression.Term, float64) { return try(unit, wrap) }); ok {
				found = append(found, t)
			}
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
		proposals = append(proposals, blackboard.Proposal{Expression: regression.Readable(d, c.Node), Why: fmt.Sprintf("a staircase explains it better than a line; %s", c.Why)})
	}
	return proposals
}

// unusual is a staircase with a width near a usual one that explains the data
// clearly better: packets hold 1460 bytes.
func unusual(usual, usualRSS float64, points int, try func(float64) (regression.Term, float64)) (regression.Term, bool) {
	const reach, steps = 0.2, 160
	best := usualRSS
	rss := make([]float64, 2*steps+1)
	unit := func(i int) float64 { return usual * math.Pow(1+reach, float64(i-steps)/steps) }
	for i := range rss {
		_, rss[i] = try(unit(i))
		best = min(best, rss[i])
	}
	if float64(points)/2*math.Log(usualRSS/max(best, 1e-300)) < 5 {
		return regression.Term{}, false
	}
	low, high := math.Inf(1), 0.0 // widths that explain the data alike
	for i, r := range rss {
		if r <= best*(1+2/float64(points)) {
			low, high = min(low, unit(i)), max(high, unit(i))
		}
	}
	width, _ := decimal.Threshold(low, high, low > 20, decimal.Sometimes)
	t, r := try(width)
	return t, r < usualRSS
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
		if steps := (high - low) / unit; steps >= 1.5 && steps <= min(64, float64(len(x))) {
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
