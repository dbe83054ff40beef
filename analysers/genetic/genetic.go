// Package genetic searches freely for expressions by genetic programming, as Krogmann did
// for parametric dependencies (Krogmann, Kuperberg, Reussner, "Using Genetic Search for
// Reverse Engineering of Parametric Behavior Models for Performance Prediction", IEEE TSE
// 36(6), 2010). It is asked last: only where what others proposed still misses something
// that the data show.
//
// Two goals, error and size, are followed at once by NSGA-II (Deb et al., 2002); every
// tree is scaled linearly to the data before it is judged (Keijzer, "Scaled Symbolic
// Regression", 2004), and the numbers of the best are fitted by Levenberg and Marquardt's
// method. The population starts with what was proposed, and with one over sums of
// dictionary terms, which are also tried where only a long expression explains
// everything. All cores evaluate, but the outcome depends on the seed alone: every
// offspring has a random source of its own.
package genetic

import (
	"context"
	"fmt"
	"math"

	"beagle/analysers/analyser"
	"beagle/analysers/dictionary"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// Analyser searches freely.
var Analyser = &analyser.Analyser{
	Name:     "genetic",
	Doc:      "genetic programming, where nothing else explains the data",
	Kinds:    []model.Kind{model.InternalAction, model.Loop, model.CallParameter},
	Improves: []string{analyser.Measured},
	Run: func(ctx context.Context, p *analyser.Pass) error {
		p.Propose(improve(ctx, p)...)
		return nil
	},
}

// Limits of the search. It ends early when the context does, or by stagnation.
const (
	population  = 240
	generations = 80
	stagnation  = 15 // generations without a better description
	proposals   = 3
)

// improve searches only where the best known expression leaves something to find. Where it does not, but is
// long, only reciprocals of short sums are tried, which no sum of terms can say.
func improve(ctx context.Context, pass *analyser.Pass) []blackboard.Proposal {
	data := pass.Data
	if data.Target.Kind != model.Number || data.Points() < 10 || len(data.Columns) == 0 {
		return nil
	}
	negative := pass.Element.Kind.Signed()
	seeds := pass.Expressions()
	known := selection.Compare(data, seeds, negative)
	if known.Reference < 0 {
		return nil
	}
	best := seeds[known.Reference]
	// What explains the data needs no search: it would follow their noise.
	if enough(data, known, best) {
		if expression.Size(best) < long {
			return nil
		}
		nodes := []expression.Node{best}
		for _, n := range reciprocals(ctx, data) {
			nodes = append(nodes, expression.Simplify(regression.Tune(data, n, known.Noise, 20)))
		}
		return shorter(data, nodes, negative, "one over a sum of dictionary terms")
	}
	// The search starts with all that others found, so it cannot end with less.
	seeds = append(seeds[:len(seeds):len(seeds)], reciprocals(ctx, data)...)
	found, rounds := newSearch(data, seeds, known, negative, pass.Seed).run(ctx)
	return shorter(data, append([]expression.Node{best}, found...), negative, fmt.Sprintf("found in %d generations of genetic search", rounds))
}

// long is the size from which an expression that explains everything may stand
// for another form.
const long = 18

// shorter are the best of the expressions, three at most, whose description is shorter
// than that of the first. why is their explanation for people.
func shorter(d *dataset.Data, nodes []expression.Node, negative bool, why string) (out []blackboard.Proposal) {
	c := selection.Compare(d, nodes, negative)
	for range proposals {
		best := 0
		for i := range nodes {
			if c.Lengths[i] < c.Lengths[best] {
				best = i
			}
		}
		if best == 0 {
			break
		}
		out = append(out, blackboard.Proposal{Expression: regression.Readable(d, nodes[best]), Why: why})
		c.Lengths[best] = math.Inf(1)
	}
	return out
}

// Between these, relative to the value, a residual is neither floating point's nor
// a measurement's: no time is measured so closely.
const (
	rounding   = 1e-9
	measurable = 1e-3
)

// enough reports whether the best known expression leaves nothing to find. A long
// one that leaves less than could be measured approximates another form, even if its
// residuals look independent.
func enough(d *dataset.Data, c *selection.Comparison, best expression.Node) bool {
	values := c.Values[c.Reference]
	if dataset.RelativeError(d, values) == 0 {
		return true
	}
	relative, fits, _ := regression.LackOfFit(d, c.Noise, values, c.Constants[c.Reference])
	approximates := relative > rounding && relative < measurable && expression.Size(best) >= long
	return fits && !approximates
}

// reciprocals are one over a sum of terms, which no sum says: rates that add up,
// capacities that are shared. The sum is the dictionary's for one over the values. They
// are for the search to start with, which hardly ever finds both the form and what stands
// in it. None where a value is not positive.
func reciprocals(ctx context.Context, d *dataset.Data) []expression.Node {
	const most = 4
	if !d.Relative() {
		return nil
	}
	rates := make([]float64, len(d.Y))
	for i, y := range d.Y {
		if y < 1e-100 {
			return nil
		}
		rates[i] = 1 / y
	}
	inverse := d.With(rates)
	found := dictionary.Search(ctx, inverse, dictionary.Terms(inverse), true)
	var out []expression.Node
	for _, c := range found[:min(most, len(found))] {
		out = append(out, expression.Simplify(expression.Binary{Op: expression.Div, Left: expression.Constant(1), Right: c.Node}))
	}
	return out
}
