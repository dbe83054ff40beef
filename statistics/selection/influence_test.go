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

// flushes is a table of what takes six times as long every tenth time; the largest of
// these took so many times as long as it should.
func flushes(outlier float64) *model.Table {
	r := rand.New(rand.NewPCG(7, 1))
	table := &model.Table{Columns: []model.Column{{Variable: items, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	largest := 0
	for i := range 200 {
		x, y := float64(1+r.IntN(5000)), 1e-3
		if i%10 == 0 {
			x = 10 * math.Ceil(x/10)
		}
		if math.Mod(x, 10) == 0 {
			y = 6e-3
		}
		table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, x), append(table.Target.Num, y*math.Exp(0.1*r.NormFloat64()))
		if y == 6e-3 && x > table.Columns[0].Num[largest] || i == 0 {
			largest = i
		}
	}
	table.Target.Num[largest] *= outlier
	return table
}

var items = model.Variable{Name: "n", Char: model.ValueOf}

// One observation may be a pause, whatever power of the size goes through it.
func TestOneObservationDecidesNoPower(t *testing.T) {
	n := expression.Variable{Variable: items}
	bin := func(op expression.Op, l, r expression.Node) expression.Node {
		return expression.Binary{Op: op, Left: l, Right: r}
	}
	tenth := bin(expression.Equal, bin(expression.Mod, n, expression.Constant(10)), expression.Constant(0))
	plain := expression.If{Cond: tenth, Then: expression.Constant(5.9e-3), Else: expression.Constant(1.01e-3)}
	for _, outlier := range []float64{3, 1} {
		d := dataset.Prepare(flushes(outlier), true)
		largest := 0.0
		for _, x := range d.Columns[0].Num {
			if math.Mod(x, 10) == 0 {
				largest = max(largest, x)
			}
		}
		power := bin(expression.Mul, expression.Constant(5.9e-3*(outlier-1)/math.Pow(largest, 4)), bin(expression.Pow, n, expression.Constant(4)))
		steep := expression.If{Cond: tenth, Then: bin(expression.Add, expression.Constant(5.8e-3), power), Else: expression.Constant(1.01e-3)}
		all := selection.Compare(d, []expression.Node{plain, steep}, false)
		before := all.Lengths[0] - all.Lengths[1]
		all.AllowForInfluence(d)
		if all.Reference != 0 {
			t.Errorf("outlier %g: %v nats, %g for the power before", outlier, all.Lengths, before)
		}
	}
}

// What many observations say is not touched.
func TestManyObservationsKeepTheirGain(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	table := &model.Table{Columns: []model.Column{{Variable: items, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for range 60 {
		x := float64(1 + r.IntN(500))
		table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, x), append(table.Target.Num, (1e-4+1e-8*x*x)*math.Exp(0.1*r.NormFloat64()))
	}
	n := expression.Variable{Variable: items}
	bin := func(op expression.Op, l, r expression.Node) expression.Node {
		return expression.Binary{Op: op, Left: l, Right: r}
	}
	square := bin(expression.Add, expression.Constant(1e-4), bin(expression.Mul, expression.Constant(1e-8), bin(expression.Mul, n, n)))
	line := bin(expression.Add, expression.Constant(0.6e-4), bin(expression.Mul, expression.Constant(4.2e-6), n))
	d := dataset.Prepare(table, true)
	c := selection.Compare(d, []expression.Node{line, square}, false)
	before := c.Lengths[0] - c.Lengths[1]
	c.AllowForInfluence(d)
	if after := c.Lengths[0] - c.Lengths[1]; after != before || c.Reference != 1 {
		t.Errorf("%g nats ahead before and %g after", before, after)
	}
}
