// Package sums proposes sums of few terms of the kind that software costs are made of: single terms, also those that seldom
// occur, and terms that have numbers of their own, such as thresholds, bounds, exponents, bases, blocks and poles.
package sums

import (
	"context"
	"slices"

	"beagle/analysers/analyser"
	"beagle/analysers/search"
	"beagle/blackboard"
	"beagle/model"
	"beagle/statistics/regression"
)

// Analyser proposes sums of few terms.
var Analyser = &analyser.Analyser{
	Name:  "sums",
	Doc:   "sums of terms that software costs are made of, also with thresholds, bounds, exponents, bases and blocks of their own",
	Kinds: []model.Kind{model.InternalAction, model.Loop, model.CallParameter},
	Run:   run,
}

func run(ctx context.Context, pass *analyser.Pass) error {
	d := pass.Data
	if d.Target.Kind != model.Number || d.Points() == 0 || slices.Min(d.Y) == slices.Max(d.Y) {
		return nil
	}
	negative := pass.Element.Kind.Signed()
	for _, c := range search.Found(ctx, d, negative) {
		pass.Propose(blackboard.Proposal{Expression: regression.Readable(d, c.Node), Why: c.Why})
	}
	if d.Table.Launch != nil { // other tables need not be about a machine's times, which bend
		for _, n := range search.UsualSums(ctx, d) {
			pass.Propose(blackboard.Proposal{Expression: regression.Readable(d, n), Why: "one of the nearest sums of sizes, their squares, products and logarithms"})
		}
	}
	nodes, err := search.Numbered(ctx, d, negative)
	for _, n := range nodes {
		pass.Propose(blackboard.Proposal{Expression: regression.Readable(d, n), Why: "one of the shortest sums of forms whose numbers were looked for with them"})
	}
	return err
}
