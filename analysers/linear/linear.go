package linear

import (
	"context"
	"fmt"
	"math"

	"beagle/analysers/analyser"
	"beagle/analysers/fit"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// Analyser proposes regressions.
var Analyser = analyser.PerElement{
	Is:    analyser.Info{Name: "linear", Doc: "linear and polynomial regression in the parameters"},
	Kinds: []model.Kind{model.InternalAction, model.Loop, model.CallParameter},
	Learn: learn,
}

// most is how many variables a plane may start with.
const most = 12

func learn(ctx context.Context, e model.Element, table *model.Table, _ uint64) []blackboard.Proposal {
	data := fit.Prepare(table, e.Kind.Noisy())
	if data.Points() < 3 || data.Target.Kind != model.Number {
		return nil
	}
	var proposals []blackboard.Proposal
	propose := func(m *fit.Model, why string, args ...any) {
		if m != nil {
			proposals = append(proposals, blackboard.Proposal{
				Expression: fit.Readable(data, fit.Snapped(data, m)),
				Why:        fmt.Sprintf(why, args...),
			})
		}
	}
	plane, start := []fit.Term{fit.One(data)}, fit.NewNoise(data, 0)
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
		for degree := 1; degree <= len(powers) && data.Points() > degree+1; degree++ {
			terms := append([]fit.Term{fit.One(data)}, powers[:degree]...)
			propose(fit.Robust(data, terms, start), "regression of degree %d in %s", degree, data.Columns[i].Variable)
		}
	}
	if len(plane) > 2 && data.Points() > len(plane)+1 {
		m := shrink(data, plane)
		propose(m, "linear regression in all numbers, without those that explain nothing")
	}
	return proposals
}

func powers(data *fit.Data, column int) []fit.Term {
	c := data.Columns[column]
	x := expression.Variable{Variable: c.Variable}
	nodes := []expression.Node{
		x,
		expression.Binary{Op: expression.Mul, Left: x, Right: x},
		expression.Binary{Op: expression.Pow, Left: x, Right: expression.Constant(3)},
	}
	terms := make([]fit.Term, 0, len(nodes))
	for _, n := range nodes {
		if t, ok := fit.NewTerm(data, n); ok {
			terms = append(terms, t)
		}
	}
	return terms
}

// shrink drops terms as long as the description becomes shorter.
func shrink(data *fit.Data, terms []fit.Term) *fit.Model {
	m := fit.Fit(data, terms)
	if m == nil {
		return nil
	}
	for len(m.Terms) > 1 {
		best, bestLength := (*fit.Model)(nil), length(data, m, m.Noise)
		for drop := range m.Terms {
			rest := append(append([]fit.Term{}, m.Terms[:drop]...), m.Terms[drop+1:]...)
			if smaller := fit.Robust(data, rest, m.Noise); smaller != nil {
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

func length(data *fit.Data, m *fit.Model, noise *fit.Noise) float64 {
	sigma := *noise
	sigma.Sigma = max(sigma.Sigma, fit.Floor)
	length := sigma.Loss(data.Y, m.Values)
	for _, t := range m.Terms {
		length += t.Length
	}
	if math.IsNaN(length) {
		return math.Inf(1)
	}
	return length
}
