package launches

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
)

// pair is a table of sizes whose second half takes so many times as long; interleaved, every second row does.
func pair(times float64, interleaved bool) *model.Table {
	r := rand.New(rand.NewPCG(3, 1))
	table := &model.Table{Columns: []model.Column{{Variable: model.Variable{Name: "n", Char: model.ValueOf}, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for i := range 80 {
		n := math.Round(10 * math.Pow(1000, r.Float64()))
		y := (2 + 0.03*n) * math.Exp(0.1*r.NormFloat64())
		if i >= 40 && !interleaved || interleaved && i%2 == 1 {
			y *= times
		}
		table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, n), append(table.Target.Num, y)
	}
	return table
}

func TestTwoTablesInOneAreToldFromASlowMachine(t *testing.T) {
	for _, c := range []struct {
		times       float64
		interleaved bool
		want        bool
	}{{1000, false, true}, {60, false, true}, {3, false, false}, {1, false, false}, {1000, true, false}} {
		from, to, times := Pasted(pair(c.times, c.interleaved))
		if got := times > 0; got != c.want || got && (from != 40 || to != 80 || times < c.times/2 || times > c.times*2) {
			t.Errorf("%+v: rows %d to %d take %g times as long", c, from, to, times)
		}
	}
}

// A threshold in a table that is sorted by its input makes a block, too, and is none of another table.
func TestAStepInASortedTableIsNoOtherTable(t *testing.T) {
	table := &model.Table{Columns: []model.Column{{Variable: model.Variable{Name: "n", Char: model.ValueOf}, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for n := range 80 {
		y := 1.0
		if n >= 40 {
			y = 1000
		}
		table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, float64(n+1)), append(table.Target.Num, y)
	}
	if _, _, times := Pasted(table); times != 0 {
		t.Errorf("%g times", times)
	}
}
