package selection_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// Three launches of a program whose cost is a power of n times something that the
// machine does, over sizes from 16 to 65536.
func launchesOf(cost func(n float64) float64) *dataset.Data {
	r := rand.New(rand.NewPCG(5, 5))
	table := &model.Table{Columns: []model.Column{{Variable: size, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for launch := range int32(3) {
		for i := range int64(80) {
			x := math.Round(16 * math.Exp2(12*float64(i)/79))
			table.Columns[0].Num = append(table.Columns[0].Num, x)
			table.Target.Num = append(table.Target.Num, 4e-9*cost(x)*math.Exp(0.06*r.NormFloat64()))
			table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, i)
		}
	}
	return dataset.Prepare(table, true)
}

var size = model.Variable{Name: "n", Char: model.ValueOf}

func TestABrokenPowerIsLearntOnlyWhereNoMachineBendsAsMuch(t *testing.T) {
	n := expression.Variable{Variable: size}
	op := func(o expression.Op, l, r expression.Node) expression.Node {
		return expression.Binary{Op: o, Left: l, Right: r}
	}
	coefficient := expression.Constant(4.0123e-9)
	usual := op(expression.Mul, coefficient, n)
	broken := op(expression.Mul, coefficient, op(expression.Pow, n, expression.Constant(0.9612)))
	for name, c := range map[string]struct {
		cost func(n float64) float64
		want int
	}{
		"small sizes cost a little more":   {func(n float64) float64 { return math.Pow(n, 0.97) }, 0},
		"the cost is a power of 0.8 of it": {func(n float64) float64 { return math.Pow(n, 0.8) }, 1},
	} {
		d := launchesOf(c.cost)
		noise := regression.NewNoise(d, 0)
		noise.Sigma = 0.06
		nodes := []expression.Node{regression.Tune(d, usual, noise, 12), regression.Tune(d, broken, noise, 12)}
		all := selection.Compare(d, nodes, false)
		if all.Reference != 1 {
			t.Errorf("%s: points alone prefer %s: %v", name, expression.String(nodes[all.Reference]), all.Lengths)
		}
		if all.AllowForDiscrepancy(d, nodes); all.Reference != c.want {
			t.Errorf("%s: %s wins: %v", name, expression.String(nodes[all.Reference]), all.Lengths)
		}
	}
}
