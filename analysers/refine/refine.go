// Package refine improves proposed expressions by small changes: all numbers
// fitted at once wherever they stand (thresholds, bounds), exponents freed, terms dropped or
// exchanged for their neighbours, sums factored, and terms that were learnt for loops and
// arguments of the same service tried in demands.
package refine

import (
	"context"
	"fmt"
	"slices"

	"beagle/analysers/analyser"
	"beagle/analysers/search"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// Analyser refines proposals.
var Analyser = &analyser.Analyser{
	Name:     "refine",
	Doc:      "small changes that make a proposal shorter or better: numbers, exponents, terms, factors",
	Kinds:    []model.Kind{model.InternalAction, model.Loop, model.CallParameter},
	Improves: []string{analyser.Measured},
	Run:      run,
}

const (
	pool    = 3  // proposals that are worked on
	rounds  = 2  // changes upon changes
	largest = 30 // nodes of expressions whose neighbours are tried
)

// run improves the best few proposals in rounds: numbers are fitted anew wherever they stand, and, while the
// best one still misses something that the data show, its terms are dropped and exchanged. All candidates are
// compared with the same noise in the end, with the penalties that the judge uses, so that nothing is proposed
// here that the judge would then put behind.
func run(ctx context.Context, pass *analyser.Pass) error {
	data := pass.Data
	if data.Target.Kind != model.Number || data.Points() < 3 || len(data.Columns) == 0 {
		return nil
	}
	negative := pass.Element.Kind.Signed()
	nodes := pass.Expressions()
	before := selection.Compare(data, nodes, negative)
	if before.Reference < 0 {
		return nil
	}
	old := nodes[before.Reference]
	known := len(nodes)
	if data.Noisy {
		nodes = append(nodes, related(ctx, data, pass.Related)...)
		for range rounds {
			now := before
			if len(nodes) > known {
				now = selection.Compare(data, nodes, negative)
			}
			best := now.Reference
			_, enough, _ := regression.LackOfFit(data, now.Noise, now.Values[best], now.Constants[best])
			grown := len(nodes)
			for place, i := range shortest(now.Lengths, pool) {
				candidates := []expression.Node{nodes[i]}
				if !enough && place == 0 && expression.Size(nodes[i]) <= largest {
					candidates = changes(data, nodes[i])
				}
				for _, n := range candidates {
					if ctx.Err() != nil {
						break
					}
					n = expression.Simplify(regression.Tune(data, n, now.Noise, 12))
					if !slices.Contains(nodes, n) {
						nodes = append(nodes, n)
					}
				}
			}
			if enough || len(nodes) == grown {
				break
			}
		}
	} else {
		for _, i := range shortest(before.Lengths, pool) {
			nodes = append(nodes, factored(nodes[i])...)
		}
	}
	after := selection.Compare(data, nodes, negative)
	for _, i := range shortest(after.Lengths, 2) {
		if i < known || after.Lengths[i] > after.Lengths[before.Reference]-0.01 {
			continue
		}
		pass.Propose(blackboard.Proposal{
			Expression: regression.Readable(data, nodes[i]),
			Why:        fmt.Sprintf("%.1f nats shorter than %s", after.Lengths[before.Reference]-after.Lengths[i], expression.String(decimal.Rounded(old))),
		})
	}
	return nil
}

// shortest are the places of the smallest lengths, in order.
func shortest(lengths []float64, count int) []int {
	order := dataset.Order(lengths)
	return order[:min(count, len(order))]
}

// related searches all terms together with what was learnt for loops and
// arguments of the same service: how often a loop runs, or what it is given, is
// often what a demand depends on.
func related(ctx context.Context, d *dataset.Data, proposals []blackboard.Proposal) []expression.Node {
	const most = 8
	var extra []regression.Term
	for _, p := range proposals {
		if len(extra) == most || p.Expression == nil || expression.Size(p.Expression) < 3 || expression.Size(p.Expression) > 15 {
			continue
		}
		if t, ok := regression.NewTerm(d, p.Expression); ok {
			extra = append(extra, t)
		}
	}
	if len(extra) == 0 {
		return nil
	}
	var nodes []expression.Node
	for _, c := range search.Search(ctx, d, append(extra, search.Terms(d)...), false) {
		nodes = append(nodes, c.Node)
	}
	return nodes
}
