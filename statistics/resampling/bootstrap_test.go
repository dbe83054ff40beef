package resampling_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/resampling"
	"beagle/statistics/selection"
)

var n = model.Variable{Name: "n", Char: model.ValueOf}

// linear is 5 + 3 n with noise, from launches of ten rows each.
func linear(r *rand.Rand, rows int, noise float64) *dataset.Data {
	column := model.Column{Variable: n, Kind: model.Number}
	table := &model.Table{Target: model.Column{Kind: model.Number}}
	for i := range rows {
		x := float64(1 + r.IntN(100))
		column.Num = append(column.Num, x)
		table.Target.Num = append(table.Target.Num, (5+3*x)*math.Exp(noise*r.NormFloat64()))
		table.Launch = append(table.Launch, int32(i/10))
	}
	table.Columns = []model.Column{column}
	return dataset.Prepare(table, true)
}

// near is a line beside the true one: a bootstrap fits it anew.
var near = expression.Binary{
	Op: expression.Add, Left: expression.Constant(5.5),
	Right: expression.Binary{Op: expression.Mul, Left: expression.Constant(2.9), Right: expression.Variable{Variable: n}},
}

func bootstrap(t *testing.T, d *dataset.Data) *resampling.Bootstrap {
	t.Helper()
	b := resampling.NewBootstrap(d, near, selection.Compare(d, []expression.Node{near}, true).Noise)
	if b == nil || len(b.Numbers) != 2 {
		t.Fatalf("a line has two numbers: %+v", b)
	}
	return b
}

func TestNinetyPercentIntervalsHoldTheTrueNumberInNineOfTen(t *testing.T) {
	const tables = 200
	r := rand.New(rand.NewPCG(3, 5))
	held := [2]int{}
	for range tables {
		d := linear(r, 60, 0.1)
		b := bootstrap(t, d)
		for i, truth := range []float64{5, 3} {
			below, above := b.Number(i)
			if b.Numbers[i]-below <= truth && truth <= b.Numbers[i]+above {
				held[i]++
			}
		}
	}
	for i, name := range []string{"constant", "slope"} {
		if share := float64(held[i]) / tables; share < 0.86 {
			t.Errorf("the %s lies in %.0f %% of its intervals", name, 100*share)
		}
	}
}
