package selection

import (
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// What two inputs that vary together may hide.
const (
	GoTogether   = 100 // least ratio of an input's variance to that of the part that does not follow the other
	OddsOfTwenty = 3   // nats by which the one has to be likelier to be told from the other
)

// together are inputs that go together.
type together struct {
	pairs [][2]model.Variable                // of numbers, both ways round
	named map[model.Variable]expression.Node // numbers that stand for flags or names, as these say them
}

// togetherKey is the key under which data keep them.
type togetherKey struct{}

// bothPenalty is what it costs, in nats, that an expression asks for each of two inputs that went together in all
// measurements: the one says what the other does, and an expression with both goes astray where they part. Odds of
// twenty to one overrule it. Characterisations of one parameter are no such inputs: nobody could vary them
// separately. A number that stands for names costs what it takes to say it by them: through the few values that it has goes
// every form, so that it is shorter says nothing, and only measurements for which both part tell that it counts.
func bothPenalty(d *dataset.Data, n expression.Node) (nats float64) {
	if !d.Noisy || len(d.Columns) < 2 {
		return 0
	}
	used := expression.Variables(n)
	if len(used) == 0 {
		return 0
	}
	all := d.Memo(togetherKey{}, func() any { return goingTogether(d) }).(together) //nolint:forcetypeassert // this function alone knows the key
	for i, v := range used {
		if by := all.named[v]; by != nil {
			nats += codelength.Length(by, len(d.Columns), d.Points()) - codelength.Length(expression.Variable{Variable: v}, len(d.Columns), d.Points())
		}
		for _, w := range used[:i] {
			if slices.Contains(all.pairs, [2]model.Variable{v, w}) {
				nats += OddsOfTwenty
			}
		}
	}
	return nats
}

// goingTogether are the pairs of numbers of which one follows the other, and numbers that stand for names.
func goingTogether(d *dataset.Data) (all together) {
	all.named = map[model.Variable]expression.Node{}
	for i := range d.Columns {
		for j := range d.Columns {
			a, b := &d.Columns[i], &d.Columns[j]
			switch {
			case i == j || a.Kind != model.Number || a.Variable.Name == b.Variable.Name:
			case b.Kind != model.Number:
				if levels := d.Levels(a, b, GoTogether); levels != nil {
					all.named[a.Variable] = dataset.ByName(levels)
				}
			case j < i && dataset.Follows(a.Num, b, GoTogether) != nil:
				all.pairs = append(all.pairs, [2]model.Variable{a.Variable, b.Variable}, [2]model.Variable{b.Variable, a.Variable})
			}
		}
	}
	return all
}
