package selection_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/selection"
)

// One pause at the smallest input must not bend what is learnt.
func TestOnePointDecidesNoBend(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	n := expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for i := range 40 {
		x := float64(8 + 3*i)
		y := (3.1e-7 + 2.2e-8*x) * math.Exp(0.03*r.NormFloat64())
		if i == 0 {
			y *= 2.5
		}
		table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, x), append(table.Target.Num, y)
	}
	bin := func(op expression.Op, l, r expression.Node) expression.Node {
		return expression.Binary{Op: op, Left: l, Right: r}
	}
	line := bin(expression.Add, expression.Constant(3.11e-7), bin(expression.Mul, expression.Constant(2.19e-8), n))
	bent := bin(expression.Add, bin(expression.Mul, expression.Constant(-2.61e-7), bin(expression.Min, n, expression.Constant(10.9))), bin(expression.Add, expression.Constant(3.1e-6), bin(expression.Mul, expression.Constant(2.19e-8), n)))
	choice := expression.If{Cond: bin(expression.Less, n, expression.Constant(10)), Then: expression.Constant(1.21e-6), Else: line}
	c := selection.Compare(dataset.Prepare(table, true), []expression.Node{line, bent, choice}, false)
	if c.Reference != 0 {
		t.Errorf("%v nats for the line, the bend and the choice", c.Lengths)
	}
}
