// Package linear proposes linear and polynomial regressions: a straight line, a square
// and a cube in each number, and a plane in all of them from which variables that explain
// nothing are dropped one by one. They are what a person would try first, so they are
// proposed even where the dictionary finds more.
package linear

import (
	"context"
	"fmt"
	"math"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// Analyser proposes regressions.
var Analyser = &analyser.Analyser{
	Name:  "linear",
	Doc:   "linear and polynomial regression in the parameters",
	Kinds: []model.Kind{model.InternalAction, model.Loop, model.CallParameter},
	Run: func(ctx context.Context, p *analyser.Pass) error {
		p.Propose(learn(ctx, p.Data)...)
		return nil
	},
}

// most is how many variables a plane may start with.
const most = 12

// learn proposes a regression of each degree in each number, and one in all numbers from which variables are
// dropped as long as that makes the description shorter (backward elimination).
func learn(ctx context.Context, data *dataset.Data) []blackboard.Proposal {
	if data.Points() < 2 || data.Target.Kind != model.Number {
		return nil
	}
	var proposals []blackboard.Proposal
	propose := func(m *regression.Model, why string, args ...any) {
		if m != nil {
			proposals = append(proposals, blackboard.Proposal{
				Expression: regression.Readable(data, regression.Snapped(data, m)),
				Why:        fmt.Sprintf(why, args...),
			})
		}
	}
	plane, start := []regression.Term{regression.One(data)}, regression.NewNoise(data, 0)
	// Each number alone: lines, squares and cubes. Through two points there is one line,
	// and one that goes through zero.
	for i := range data.Columns {
		if ctx.Err() != nil || len(plane) > most {
			break
		}
		if data.Columns[i].Kind != model.Number {
			continue
		}
		powers := powers(data, i)
		if len(powers) == 0 {
			continue
		}
		plane = append(plane, powers[0])
		if data.Points() == 2 {
			propose(regression.Fit(data, powers[:1]), "so much for each %s", data.Columns[i].Variable)
			propose(regression.Fit(data, append([]regression.Term{regression.One(data)}, powers[0])), "the line through two values of %s", data.Columns[i].Variable)
			continue
		}
		for degree := 1; degree <= len(powers) && data.Points() > degree+1; degree++ {
			terms := append([]regression.Term{regression.One(data)}, powers[:degree]...)
			propose(regression.Robust(data, terms, start), "regression of degree %d in %s", degree, data.Columns[i].Variable)
		}
	}
	// All numbers together, where there are points left to tell.
	if len(plane) > 2 && data.Points() > len(plane)+1 {
		m := shrink(data, plane)
		propose(m, "linear regression in all numbers, without those that explain nothing")
	}
	return proposals
}

// powers are the terms x, x² and x³, as far as they are usable.
func powers(data *dataset.Data, column int) []regression.Term {
	c := data.Columns[column]
	x := expression.Variable{Variable: c.Variable}
	nodes := []expression.Node{
		x,
		expression.Binary{Op: expression.Mul, Left: x, Right: x},
		expression.Binary{Op: expression.Pow, Left: x, Right: expression.Constant(3)},
	}
	terms := make([]regression.Term, 0, len(nodes))
	for _, n := range nodes {
		if t, ok := regression.NewTerm(data, n); ok {
			terms = append(terms, t)
		}
	}
	return terms
}

// shrink drops terms as long as the description becomes shorter.
func shrink(data *dataset.Data, terms []regression.Term) *regression.Model {
	m := regression.Fit(data, terms)
	if m == nil {
		return nil
	}
	for len(m.Terms) > 1 {
		best, bestLength := (*regression.Model)(nil), length(data, m, m.Noise)
		for drop := range m.Terms {
			rest := append(append([]regression.Term{}, m.Terms[:drop]...), m.Terms[drop+1:]...)
			if smaller := regression.Robust(data, rest, m.Noise); smaller != nil {
				if l := length(data, smaller, m.Noise); l < bestLength {
					best, bestLength = smaller, l
				}
			}
		}
		if best == nil {
			break
		}
		noise := m.Noise // the largest model's: the same measure for all
		m = best
		m.Noise = noise
	}
	return m
}

// length is the description length of a model in nats under a given noise: its loss and its terms.
func length(data *dataset.Data, m *regression.Model, noise *regression.Noise) float64 {
	sigma := *noise
	sigma.Sigma = max(sigma.Sigma, dataset.NoiseFloor)
	length := sigma.Loss(data.Y, m.Values)
	for _, t := range m.Terms {
		length += t.Length
	}
	if math.IsNaN(length) {
		return math.Inf(1)
	}
	return length
}
