package selection

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

func TestATermThatOnlySaysWhatMachinesDoIsNotLearnt(t *testing.T) {
	for _, c := range []struct {
		bend float64 // of the largest of all costs
		want int
	}{{0.02, 0}, {0.03, 0}, {0.3, 1}, {1, 1}} {
		r := rand.New(rand.NewPCG(7, 7))
		var x []float64
		for i := range 1000 * 5 {
			x = append(x, float64(50+i%1000))
		}
		d := dataset.Prepare(tableOf(x, func(_ int, x float64) float64 {
			return 1e-8 * x * (1 + c.bend*x/1000) * math.Exp(0.05*r.NormFloat64())
		}), true)
		square := bin(expression.Mul, n, n)
		line := bin(expression.Mul, expression.Constant(1e-8*(1+c.bend/2)), n)
		bent := bin(expression.Add, bin(expression.Mul, expression.Constant(1e-8), n), bin(expression.Mul, expression.Constant(1e-11*c.bend), square))
		all := Compare(d, []expression.Node{line, bent}, false)
		if all.PreferShorterEquivalent(); all.Reference != c.want {
			t.Errorf("a bend of %g: expression %d wins, want %d; lengths %v", c.bend, all.Reference, c.want, all.Lengths)
		}
	}
}

var n = expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}

func bin(op expression.Op, l, r expression.Node) expression.Node {
	return expression.Binary{Op: op, Left: l, Right: r}
}

func tableOf(x []float64, f func(i int, x float64) float64) *model.Table {
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number, Num: x}}, Target: model.Column{Kind: model.Number}}
	for i, v := range x {
		table.Target.Num = append(table.Target.Num, f(i, v))
	}
	return table
}
