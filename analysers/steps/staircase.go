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

// staircases looks for times that grow by blocks of a usual size, or within them.
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
		columns := [][]float64{one.Values, make([]float64, d.Points())}
		left := func(s shape, unit float64) (rss float64) { // that does not vary: infinite
			s.values(columns[1], c.Num, unit)
			_, rss = leastsquares.Solve(columns, d.Y, weight)
			return rss
		}
		var best shape
		bestRSS, bestUnit := math.Inf(1), 0.0
		for _, unit := range units(c.Num) {
			for _, s := range shapes { // started blocks before full ones
				if rss := left(s, unit); rss < bestRSS*(1-1e-9)-1e-12*linear {
					best, bestRSS, bestUnit = s, rss, unit
				}
			}
		}
		// It has to be worth what it takes to write it down, and the search.
		if gain := float64(d.Points()) / 2 * math.Log(linear/max(bestRSS, 1e-300)); gain > 8 {
			widths := []float64{bestUnit}
			if width, ok := unusual(bestUnit, bestRSS, d.Points(), func(unit float64) float64 { return left(best, unit) }); ok {
				widths = append(widths, width)
			}
			for _, width := range widths {
				if t, ok := regression.NewTerm(d, best.node(x, width)); ok {
					found = append(found, t)
				}
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

// shape is what blocks of a size make of a number.
type shape struct {
	node   func(x expression.Node, unit float64) expression.Node
	values func(dst, x []float64, unit float64) // of the node
}

// shapes are how many blocks were started, how many are full, and how far the last
// one is.
var shapes = []shape{rounded(expression.Ceil, math.Ceil), rounded(expression.Floor, math.Floor), {
	func(x expression.Node, unit float64) expression.Node {
		return expression.Binary{Op: expression.Mod, Left: x, Right: expression.Constant(unit)}
	},
	func(dst, x []float64, unit float64) {
		for i, v := range x {
			dst[i] = math.Mod(v, unit)
		}
	},
}}

// rounded is the staircase of a rounding function over x/unit. Where one over the unit is a whole number,
// values are divided by it as the printed expression does, so that both round alike.
func rounded(name expression.Func, round func(float64) float64) shape {
	return shape{
		func(x expression.Node, unit float64) expression.Node {
			return expression.Unary{Func: name, Arg: times(1/unit, x)}
		},
		func(dst, x []float64, unit float64) {
			by, whole := divisorOf(1 / unit)
			for i, v := range x {
				if whole {
					dst[i] = round(v / by)
				} else {
					dst[i] = round(1 / unit * v)
				}
			}
		},
	}
}

// unusual is a staircase with a width near a usual one that explains the data
// clearly better: packets hold 1460 bytes.
func unusual(usual, usualRSS float64, points int, left func(unit float64) float64) (width float64, ok bool) {
	const reach, steps = 0.2, 160
	best := usualRSS
	rss := make([]float64, 2*steps+1)
	unit := func(i int) float64 { return usual * math.Pow(1+reach, float64(i-steps)/steps) }
	for i := range rss {
		rss[i] = left(unit(i))
		best = min(best, rss[i])
	}
	if float64(points)/2*math.Log(usualRSS/max(best, 1e-300)) < 5 {
		return 0, false
	}
	low, high := math.Inf(1), 0.0 // widths that explain the data alike
	for i, r := range rss {
		if r <= best*(1+2/float64(points)) {
			low, high = min(low, unit(i)), max(high, unit(i))
		}
	}
	width, _ = decimal.Threshold(low, high, low > 20, decimal.Sometimes)
	return width, left(width) < usualRSS
}

// wraps reports whether an expression rounds or takes a remainder.
func wraps(n expression.Node) bool {
	found := false
	expression.Walk(n, func(n expression.Node) bool {
		switch n := n.(type) {
		case expression.Unary:
			found = found || n.Func == expression.Ceil || n.Func == expression.Floor
		case expression.Binary:
			found = found || n.Op == expression.Mod
		}
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
