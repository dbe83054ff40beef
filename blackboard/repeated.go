package blackboard

import (
	"math"
	"slices"

	"beagle/internal/hash"
	"beagle/model"
)

// evidence counts the independent observations of each group, at most as many as were recorded; nil: the quantity is noisy,
// so all of them are. An exact quantity may be a repetition: a program that is launched again with the same arguments and
// the same seed takes the same decisions, so thirty launches of a hundred decisions are evidence of a hundred. If all
// launches with some inputs observed the same, a group with these inputs counts as often as in one launch. Otherwise every
// observation counts.
func (r *results) evidence() []float64 {
	if r.noisy {
		return nil
	}
	all, repeats := make([]float64, len(r.groups)), r.repeats()
	for i := range r.groups {
		g := &r.groups[i]
		all[i] = g.records
		if repeats[r.inputsOf(g)] {
			all[i] = max(1, math.Round(all[i]/float64(g.launches))) // a whole number, as of records that are counted
		}
	}
	if !slices.ContainsFunc(r.groups, func(g group) bool { return g.launches > 1 || g.records < g.weight }) {
		return nil
	}
	return all
}

// repeats tells of inputs, by hash, whether launches saw the same of them. A launch brings one observation of each
// group, with how often: the groups of the inputs then came equally often, each with a whole number of executions a
// launch.
func (r *results) repeats() map[uint64]bool {
	same, launches := make(map[uint64]bool, len(r.groups)), make(map[uint64]int64, len(r.groups))
	for i := range r.groups {
		g := &r.groups[i]
		inputs := r.inputsOf(g)
		before, known := launches[inputs]
		whole := g.launches > 0 && math.Mod(g.weight, float64(g.launches)) == 0
		same[inputs] = whole && (!known || same[inputs] && before == g.launches)
		launches[inputs] = g.launches
	}
	return same
}

func (r *results) inputsOf(g *group) (sum uint64) {
	for column, value := range g.inputs {
		if value.Kind != model.None {
			sum += hash.Mix(r.columns[column].Hash(), value.Hash())
		}
	}
	return sum
}
