package genetic

import (
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/selection"
)

// What a long expression leaves of times may look independent and still be too
// little for any clock: then it imitates another form, and the search goes on.
func TestALongImitationIsNotEnough(t *testing.T) {
	n := model.Variable{Name: "n", Char: model.ValueOf}
	var sum expression.Node = expression.Constant(1e-6)
	for power := range 6 {
		sum = expression.Binary{Op: expression.Add, Left: sum, Right: expression.Binary{
			Op: expression.Mul, Left: expression.Constant(1e-9),
			Right: expression.Binary{Op: expression.Pow, Left: expression.Variable{Variable: n}, Right: expression.Constant(float64(power) / 2)},
		}}
	}
	for _, test := range []struct {
		noise  float64
		enough bool
	}{{0, true}, {1e-4, false}, {0.05, true}} {
		r := rand.New(rand.NewPCG(1, 1))
		table := &model.Table{Columns: []model.Column{{Variable: n, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		for i := range 200 {
			table.Columns[0].Num = append(table.Columns[0].Num, float64(i+1))
		}
		values, err := dataset.Evaluate(sum, table.Columns)
		if err != nil {
			t.Fatal(err)
		}
		for _, y := range values {
			table.Target.Num = append(table.Target.Num, y*(1+test.noise*r.NormFloat64()))
		}
		data := dataset.Prepare(table, true)
		if got := enough(data, selection.Compare(data, []expression.Node{sum}, false), sum); got != test.enough {
			t.Errorf("noise %g: enough is %v", test.noise, got)
		}
	}
}
