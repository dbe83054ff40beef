package selection

import (
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// Limits of two inputs of which one stands for both.
const (
	goTogether = 100 // least ratio of an input's variance to that of the part that does not follow the other
	askingBoth = 3   // nats
)

// together are pairs of inputs that go together, both ways round.
type together [][2]model.Variable

// togetherKey is the key under which data keep them.
type togetherKey struct{}

// bothPenalty is what it costs, in nats, that an expression asks for each of two inputs that went together in all
// measurements: the one says what the other does, and an expression with both goes astray where they part. Odds of
// twenty to one overrule it. Characterisations of one parameter are no such inputs: nobody could vary them
// separately.
func bothPenalty(d *dataset.Data, n expression.Node) (nats float64) {
	if !d.Noisy || len(d.Columns) < 2 {
		return 0
	}
	used := expression.Variables(n)
	if len(used) < 2 {
		return 0
	}
	pairs := d.Memo(togetherKey{}, func() any { return goingTogether(d) }).(together) //nolint:forcetypeassert // this function alone knows the key
	for i, v := range used {
		for _, w := range used[:i] {
			if slices.Contains(pairs, [2]model.Variable{v, w}) {
				nats += askingBoth
			}
		}
	}
	return nats
}

// goingTogether are the pairs of numbers of which one follows the other.
func goingTogether(d *dataset.Data) (all together) {
	for i := range d.Columns {
		for j := range d.Columns[:i] {
			a, b := &d.Columns[i], &d.Columns[j]
			if a.Kind != model.Number || b.Kind != model.Number || a.Variable.Name == b.Variable.Name || dataset.Follows(a.Num, b, goTogether) == nil {
				continue
			}
			all = append(all, [2]model.Variable{a.Variable, b.Variable}, [2]model.Variable{b.Variable, a.Variable})
		}
	}
	return all
}
