// Package dictionary proposes sums of few terms that software costs are made of: powers
// and logarithms, their products over parameters, smaller and larger of two, ratios, and
// all of that only where a flag or an enumeration says so.
//
// It looks at all sums of one and two terms and, by a beam, at sums of up to four, on the
// Gram matrix of the terms, which is computed once per pass; then it fits the best ones
// robustly. Sparse regression over a structured dictionary follows McConaghy, "FFX"
// (2011), and the performance model normal form of Calotoiu et al., "Using Automated
// Performance Modeling to Find Scalability Bugs" (SC 2013); here terms cost what they
// take to write down.
//
// Time is bounded by the sizes of the dictionary (420 terms) and of the data (1500
// points), not by what is in them.
package dictionary

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/internal/quantity"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// Analyser proposes sums of terms from the dictionary.
var Analyser = &analyser.Analyser{
	Name:  "dictionary",
	Doc:   "sums of up to four terms of the kind that software costs are made of",
	Kinds: []model.Kind{model.InternalAction, model.Loop, model.CallParameter},
	Run: func(ctx context.Context, p *analyser.Pass) error {
		data := p.Data
		if data.Target.Kind != model.Number {
			return nil
		}
		for _, c := range Found(ctx, data, p.Element.Kind.Signed()) {
			p.Propose(blackboard.Proposal{Expression: regression.Readable(data, c.Node), Why: c.Why})
		}
		if data.Table.Launch == nil { // other tables need not be about a machine's times, which bend
			return nil
		}
		for _, n := range UsualSums(ctx, data) {
			p.Propose(blackboard.Proposal{Expression: regression.Readable(data, n), Why: "one of the nearest sums of sizes, their squares, products and logarithms"})
		}
		return nil
	},
}

// foundKey is the key under which data keep the sums that were found.
type foundKey struct{ negative bool }

// Found are the best sums of the dictionary's terms, as of Search, rare terms among
// them where the usual ones leave something.
func Found(ctx context.Context, d *dataset.Data, negative bool) []Candidate {
	return d.Memo(foundKey{negative}, func() any { //nolint:forcetypeassert // this function alone knows the key
		terms := Terms(d)
		found := Search(ctx, d, terms, negative)
		if !exact(d, found) {
			if more := rare(d, found); len(more) > 0 {
				found = Search(ctx, d, append(more, terms...), negative)
			}
		}
		return found
	}).([]Candidate)
}

// exact reports whether the best expression says every count, and readably: then
// rare terms have nothing to add.
func exact(d *dataset.Data, found []Candidate) bool {
	if d.Noisy || len(found) == 0 || varying(found[0].Model.Terms) > readable {
		return false
	}
	f, err := d.Evaluate(found[0].Node)
	return err == nil && dataset.RelativeError(d, f) == 0
}

const (
	mostTerms   = 8 // including the constant
	beamWidth   = 16
	refits      = 8  // subsets of each size that are fitted robustly
	refitMargin = 15 // nats by which least squares may be wrong about a description
)

// Candidate is an expression that was found, with the description length by
// which candidates of one search are compared.
type Candidate struct {
	Node   expression.Node   // the expression, with its coefficients rounded to what the data tell
	Model  *regression.Model // the fitted sum of terms that Node writes out
	Length float64           // description length in nats; lower is better, and comparable within one search only
	Why    string            // how it was found, one sentence for people
}

// Search returns the best sums of terms: of each number of terms the one with
// the shortest description, and the best few overall, best first. negative
// allows negative values although no measured one is negative.
// The constant is term 0, always: what a subset begins with.
func Search(ctx context.Context, d *dataset.Data, terms []regression.Term, negative bool) []Candidate {
	if d.Points() < 2 || len(terms) == 0 {
		return nil
	}
	terms = append([]regression.Term{regression.One(d)}, terms...)
	// How many terms the points can carry, and by which noise they are weighed before
	// there is any model. Counts are exact, so their weights only have to be alike over
	// the range.
	most := min(mostTerms, max(2, d.Points()-1))
	offset := 0.0
	if !d.Noisy {
		offset = 0.2 * d.Level()
	}
	noise := regression.NewNoise(d, offset)
	weight := noise.LeastSquares(d)
	// The first pass: which subsets of terms leave least, by least squares.
	var subsets []subset
	if d.Noisy {
		subsets = choose(d, terms, pilotWeights(weight), min(most, usual))
	} else {
		subsets = choose(d, terms, weight, most)
	}
	if d.Noisy && ctx.Err() == nil {
		// The second pass knows what is noise and what are outliers, from the
		// best of the first.
		pilot := fitSubsets(ctx, d, terms, shortest(subsets, 4), noise)
		if len(pilot) > 0 {
			best := pilot[0]
			for _, m := range pilot {
				if m.Noise.Sigma < best.Noise.Sigma {
					best = m
				}
			}
			noise = regression.Calibrate(d, best.Values, len(best.Terms))
			weight = best.RobustWeights(d, noise)
			subsets = choose(d, terms, weight, most)
		}
	}
	// Least squares is only near: the best subsets of each size are fitted robustly and
	// compared by description length.
	chosen := toRefit(subsets)
	models := fitSubsets(ctx, d, terms, slices.Concat(chosen, besideProducts(terms, chosen)), noise)
	return rank(d, models, negative)
}

// pilotWeights leave out points such that few hundreds are left, evenly: the
// first pass only has to tell noise and outliers.
func pilotWeights(weight []float64) []float64 {
	const enough = 200
	if len(weight) < 2*enough {
		return weight
	}
	out := make([]float64, len(weight))
	for i := range enough {
		at := i * len(weight) / enough
		out[at] = weight[at]
	}
	return out
}

// toRefit keeps the best subsets of each size, but more than two of them
// only where they come near the best of all.
func toRefit(subsets []subset) []subset {
	var out []subset
	seen := map[int]int{}
	for _, s := range unique(subsets) {
		count := seen[len(s.terms)]
		if count < 2 || count < refits && (len(out) == 0 || s.length < out[0].length+refitMargin) {
			seen[len(s.terms)]++
			out = append(out, s)
		}
	}
	return out
}

// besideProducts are, for each product of two sizes in some subsets, a constant, a
// line in one or each of both sizes, and the product: what nested loops cost. Among
// sums of as many terms a search may prefer others that say the same.
func besideProducts(terms []regression.Term, from []subset) (out []subset) {
	place := func(n expression.Node) int {
		return slices.IndexFunc(terms, func(t regression.Term) bool { return t.Node == n })
	}
	seen := map[int]bool{}
	for _, s := range from {
		for _, j := range s.terms {
			b, ok := terms[j].Node.(expression.Binary)
			if !ok || seen[j] || b.Op != expression.Mul || b.Left == b.Right {
				continue
			}
			_, left := b.Left.(expression.Variable)
			_, right := b.Right.(expression.Variable)
			one, other := place(b.Left), place(b.Right)
			if !left || !right || one < 0 || other < 0 {
				continue
			}
			seen[j] = true
			for _, lines := range [][]int{{one, other}, {one}, {other}} {
				with := append([]int{0, j}, lines...)
				slices.Sort(with)
				if !slices.ContainsFunc(from, func(s subset) bool { return slices.Equal(s.terms, with) }) {
					out = append(out, subset{terms: with})
				}
			}
		}
	}
	return out
}

// fitSubsets fits each chosen subset robustly; those that cannot be fitted are left out. It ends early with
// the context.
func fitSubsets(ctx context.Context, d *dataset.Data, terms []regression.Term, subsets []subset, noise *regression.Noise) []*regression.Model {
	var models []*regression.Model
	for _, s := range subsets {
		if ctx.Err() != nil {
			break
		}
		chosen := make([]regression.Term, len(s.terms))
		for i, j := range s.terms {
			chosen[i] = terms[j]
		}
		if m := regression.Robust(d, chosen, noise); m != nil {
			models = append(models, m)
		}
	}
	return models
}

// rank compares models by their description length, and keeps the best of
// each number of terms and the best few overall, the best first. Refused ones are left
// out.
func rank(d *dataset.Data, models []*regression.Model, negative bool) []Candidate {
	nodes := make([]expression.Node, len(models))
	for i, m := range models {
		nodes[i] = regression.Snapped(d, m)
	}
	c := selection.Compare(d, nodes, negative)
	var candidates []Candidate
	for i, m := range models {
		if math.IsInf(c.Lengths[i], 1) {
			continue
		}
		candidates = append(candidates, Candidate{
			Node: nodes[i], Model: m, Length: c.Lengths[i],
			Why: fmt.Sprintf("the best of %d sums of dictionary terms that were fitted, with %s", len(models), quantity.Plural(len(m.Terms), "term", "terms")),
		})
	}
	slices.SortStableFunc(candidates, func(a, b Candidate) int { return cmp.Compare(a.Length, b.Length) })
	const overall = 4
	seen := map[int]bool{}
	kept := candidates[:0]
	for i, c := range candidates {
		if i < overall || !seen[len(c.Model.Terms)] {
			kept = append(kept, c)
		}
		seen[len(c.Model.Terms)] = true
	}
	return kept
}
