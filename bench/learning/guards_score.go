package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"beagle/blackboard"
	"beagle/model/expression"
	"beagle/statistics/decimal"
)

type decision struct{ *table }

func (s setting) decides() bool { return s.suite == "G" }

// decided is a measured outcome of a decision. Decisions by chance follow their probability; of the others some share is turned round.
func (t decision) decided(r *rand.Rand, x []float64) float64 {
	y := t.problem.truth(x)
	if t.problem.family == "chance" {
		return choose(r.Float64() < y, 1, 0)
	}
	if r.Float64() >= t.setting.noise {
		return y
	}
	ways := 2.0
	if t.problem.family == "ways" {
		ways = 3
	}
	return math.Mod(y+1+float64(r.IntN(int(ways)-1)), ways)
}

func (t decision) likeliest(x []float64) float64 { return math.Round(t.problem.truth(x)) }

// choices are a decision's branches as one formula, and what they say of some points.
func (t decision) choices(branches []blackboard.BranchProposal, points [][]float64) []float64 {
	out := make([]float64, len(points))
	holding := make([]int, len(points))
	likely := 0
	for i, b := range branches {
		if b.Guard == nil {
			if b.Probability > branches[likely].Probability {
				likely = i
			}
			continue
		}
		for row, holds := range t.evaluate(b.Guard, points) {
			if holds == 1 {
				holding[row]++
				out[row] = float64(i)
			}
		}
	}
	for row := range out {
		switch {
		case len(branches) > 0 && branches[0].Guard == nil:
			out[row] = float64(likely)
		case holding[row] != 1:
			out[row] = math.NaN()
		}
	}
	return out
}

// chosen is a decision on the common tree: nested choices between the numbers of the transitions, as peers say it.
func chosen(branches []blackboard.BranchProposal) expression.Node {
	if len(branches) == 0 || branches[0].Guard == nil {
		likely := 0
		for i, b := range branches {
			if b.Probability > branches[likely].Probability {
				likely = i
			}
		}
		return expression.Constant(float64(likely))
	}
	var n expression.Node
	for i := len(branches) - 1; i >= 0; i-- {
		guard := branches[i].Guard
		switch {
		case len(expression.Variables(guard)) == 0: // never taken
		case n == nil:
			n = expression.Constant(float64(i))
		default:
			n = expression.If{Cond: guard, Then: expression.Constant(float64(i)), Else: n}
		}
	}
	return n
}

// Shares of held-out decisions that have to be said as the program decides for a guard to count as recovered.
const (
	sameWithout = 0.99 // a threshold lies anywhere between neighbouring rows
	sameWith    = 0.97 // where some decisions went another way
)

// score is the same for every learner.
func (t decision) score(a answer, o *outcome) {
	inside, beyond := t.wrong(a.inside, t.inside), t.wrong(a.beyond, t.beyond)
	least := sameWithout
	if t.setting.noise > 0 {
		least = sameWith
	}
	o.Recovered = o.False == 0 && inside <= 1-least+1e-9 && beyond <= 1-least+1e-9
	o.Inside, o.Beyond, o.Off = known(t.better(inside, t.inside)), known(t.better(beyond, t.beyond)), known(beyond)
	unclear := 0
	for _, f := range append(a.inside[:len(a.inside):len(a.inside)], a.beyond...) {
		if math.IsNaN(f) {
			unclear++
		}
	}
	if unclear > 0 {
		o.Recovered, o.Failed = false, fmt.Sprintf("not exactly one guard holds on %d held-out points", unclear)
	}
}

// wrong is the share of points of which another transition is said.
func (t decision) wrong(f []float64, points [][]float64) float64 {
	wrong := 0.0
	for i, x := range points {
		way := t.likeliest(x)
		if t.problem.family == "chance" && len(f) > 0 {
			way = f[0]
		}
		if i >= len(f) || f[i] != way {
			wrong++
		}
	}
	return wrong / float64(len(points))
}

// better is the share of the errors of always saying the most frequent transition that is avoided; below 0: the guard
// is worse than that.
func (t decision) better(wrong float64, points [][]float64) float64 {
	counts := map[float64]int{}
	most := 0
	for _, x := range points {
		way := t.likeliest(x)
		counts[way]++
		most = max(most, counts[way])
	}
	if all := len(points); most < all {
		return 1 - wrong/(1-float64(most)/float64(all))
	}
	return 1 - wrong*float64(len(points))
}

func (a *answer) decision(t *table, branches []blackboard.BranchProposal) {
	a.formula = decimal.Rounded(chosen(branches))
	a.inside, a.beyond = decision{t}.choices(branches, t.inside), decision{t}.choices(branches, t.beyond)
}

func (l learner) decides() bool {
	return slices.Contains([]string{"beagle", "mean", "cart", "cipm"}, l.name)
}
