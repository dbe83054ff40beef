// Package search finds sums of terms that software costs are made of: powers and logarithms, their products over parameters,
// smaller and larger of two, ratios, thresholds, blocks, and all of that only where a flag or an enumeration says so.
//
// There is one table of forms: single terms (terms.go, after the performance model normal form of Calotoiu et al., "Using
// Automated Performance Modeling to Find Scalability Bugs", SC 2013) and families of forms that have a number of their own
// (families.go). And there is one search (beam.go): it keeps the best few sums of each number of terms and adds to each the best
// member of every family. What a sum costs is its description length: half the number of points times the logarithm of what is
// left, and what it takes to write it down (Rissanen 1978).
package search

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"beagle/internal/quantity"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// foundKey is the key under which data keep the sums that were found.
type foundKey struct{ negative bool }

// Found are the best sums of single terms, as of Search, with rare terms among them where the usual ones leave something.
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
	beam        = 16 // sums of each number of terms that get a further one
	refits      = 8  // sums of each number of terms that are fitted robustly
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
func Search(ctx context.Context, d *dataset.Data, terms []regression.Term, negative bool) []Candidate {
	if d.Points() < 2 || len(terms) == 0 {
		return nil
	}
	noise, weight := unknown(d)
	families := single(d, terms)
	if d.Noisy {
		weight = pilotWeights(weight)
	}
	sums := newSearch(d, families, weight).best(ctx, width{beam: beam, keep: refits, single: !d.Noisy})
	if d.Noisy && ctx.Err() == nil {
		// The second pass knows what is noise and what are outliers, from the best of the first.
		var best *regression.Model
		for _, m := range fit(ctx, d, termsOf(sums[:min(4, len(sums))]), noise) {
			if best == nil || m.Noise.Sigma < best.Noise.Sigma {
				best = m
			}
		}
		if best != nil {
			noise = regression.Calibrate(d, best.Values, len(best.Terms))
			sums = newSearch(d, families, best.RobustWeights(d, noise)).best(ctx, width{beam: beam, keep: refits, single: true})
		}
	}
	// Least squares is only near: the best of each size are fitted robustly and compared by description length.
	chosen := toRefit(sums)
	return rank(d, fit(ctx, d, append(chosen, besideProducts(d, terms, chosen)...), noise), negative)
}

// unknown is the noise, with the weights of the points, before there is any model. Counts are exact, so their weights only have to be
// alike over the range.
func unknown(d *dataset.Data) (*regression.Noise, []float64) {
	offset := 0.0
	if !d.Noisy {
		offset = 0.2 * d.Level()
	}
	noise := regression.NewNoise(d, offset)
	return noise, noise.LeastSquares(d)
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

// termsOf are the terms of sums.
func termsOf(sums []*sum) (out [][]regression.Term) {
	for _, a := range sums {
		out = append(out, a.terms())
	}
	return out
}

// toRefit are the terms of the best sums of each size, but of more than two only where they come near the best of all.
func toRefit(sums []*sum) (out [][]regression.Term) {
	seen := map[int]int{}
	for _, a := range sums {
		count := seen[len(a.members)]
		if count < 2 || count < refits && a.total < sums[0].total+refitMargin {
			seen[len(a.members)]++
			out = append(out, a.terms())
		}
	}
	return out
}

// besideProducts are, for each product of two sizes in some sums, a constant, a line in one or each of both sizes, and the
// product: what nested loops cost. Among sums of as many terms a search may prefer others that say the same.
func besideProducts(d *dataset.Data, all []regression.Term, from [][]regression.Term) (out [][]regression.Term) {
	find := func(n expression.Node) int {
		return slices.IndexFunc(all, func(t regression.Term) bool { return t.Node == n })
	}
	same := func(a, b regression.Term) bool { return a.Node == b.Node }
	seen := map[expression.Node]bool{}
	for _, terms := range from {
		for _, t := range terms {
			b, ok := t.Node.(expression.Binary)
			if !ok || seen[b] || b.Op != expression.Mul || b.Left == b.Right {
				continue
			}
			_, left := b.Left.(expression.Variable)
			_, right := b.Right.(expression.Variable)
			one, other := find(b.Left), find(b.Right)
			if !left || !right || one < 0 || other < 0 {
				continue
			}
			seen[b] = true
			for _, lines := range [][]int{{one, other}, {one}, {other}} {
				slices.Sort(lines)
				with := []regression.Term{regression.One(d)}
				for _, at := range lines {
					with = append(with, all[at])
				}
				with = append(with, t)
				if !slices.ContainsFunc(from, func(terms []regression.Term) bool { return slices.EqualFunc(terms, with, same) }) {
					out = append(out, with)
				}
			}
		}
	}
	return out
}

// fit fits each choice of terms robustly; those that cannot be fitted are left out. It ends early with the context.
func fit(ctx context.Context, d *dataset.Data, chosen [][]regression.Term, noise *regression.Noise) (models []*regression.Model) {
	for _, terms := range chosen {
		if ctx.Err() != nil {
			break
		}
		if m := regression.Robust(d, terms, noise); m != nil {
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
			Why: fmt.Sprintf("the best of %d sums that were fitted, with %s", len(models), quantity.Plural(len(m.Terms), "term", "terms")),
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
