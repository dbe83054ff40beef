package selection

import (
	"math"
	"testing"

	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// One step says nothing of the next: a threshold, of which the stairs go on beyond the data.
func TestStairsOfOneStepAndRemaindersOfFewValuesAreRefused(t *testing.T) {
	floorLog := func(size float64) expression.Node {
		return expression.Unary{Func: expression.Floor, Arg: bin(expression.Log, expression.Constant(2), bin(expression.Add, expression.Constant(1), bin(expression.Div, n, expression.Constant(size))))}
	}
	odd := bin(expression.Mod, n, expression.Constant(7))
	var many []float64
	for i := range 40 {
		many = append(many, 100+100*float64(i))
	}
	grid := []float64{10, 20, 40, 80, 160, 10, 20, 40, 80, 160}
	for _, c := range []struct {
		name    string
		x       []float64
		node    expression.Node
		refused bool
	}{
		{"one step of a logarithm", many, floorLog(1980), true},
		{"four steps of a logarithm", many, floorLog(250), false},
		{"a remainder on a grid of five values", grid, odd, true},
		{"a remainder of forty values", many, odd, false},
	} {
		d := dataset.Prepare(tableOf(c.x, func(i int, _ float64) float64 { return math.Exp(float64(i % 3)) }), true)
		f, err := d.Evaluate(c.node)
		if err != nil {
			t.Fatal(err)
		}
		if word := Refuse(d, c.node, f, false); (word != "") != c.refused {
			t.Errorf("%s: %q", c.name, word)
		}
	}
}
