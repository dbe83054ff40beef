package selection

import (
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// One of a thousand calls has little of the one and much of the other: there a difference falls below zero first,
// wherever in the table that call stands.
func TestADifferenceIsRefusedThatFallsBelowZeroAtOneExtremeCall(t *testing.T) {
	left := expression.Variable{Variable: model.Variable{Name: "left", Char: model.ValueOf}}
	right := expression.Variable{Variable: model.Variable{Name: "right", Char: model.ValueOf}}
	difference := bin(expression.Sub, bin(expression.Add, expression.Constant(200), left), right)
	for _, test := range []struct {
		most    float64
		refused bool
	}{{60, false}, {100, true}} {
		for at := range 1000 {
			if at%111 != 7 {
				continue
			}
			table := &model.Table{Columns: []model.Column{{Variable: left.Variable, Kind: model.Number}, {Variable: right.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
			for i := range 1000 {
				x, y := 60+0.01*float64(i), 50+0.01*float64(i*37%1000)
				if i == at {
					x, y = 41, test.most
				}
				table.Columns[0].Num, table.Columns[1].Num, table.Target.Num = append(table.Columns[0].Num, x), append(table.Columns[1].Num, y), append(table.Target.Num, 200+x-y)
			}
			d := dataset.Prepare(table, true)
			f, err := d.Evaluate(difference)
			if err != nil {
				t.Fatal(err)
			}
			if why := Refuse(d, difference, f, false); (why != "") != test.refused {
				t.Errorf("%v at %d: %q", test.most, at, why)
			}
		}
	}
}

// What is left of a share, as the free part of a load, never falls below zero, for a share grows to no more than
// one; what is left of a size does.
func TestAShareGrowsToNoMoreThanOne(t *testing.T) {
	load := expression.Variable{Variable: model.Variable{Name: "load", Char: model.ValueOf}}
	left := bin(expression.Sub, expression.Constant(1), load)
	for _, test := range []struct {
		most    float64
		refused bool
	}{{0.3, false}, {0.9, false}, {1.1, true}} {
		table := &model.Table{Columns: []model.Column{{Variable: load.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		for i := range 100 {
			x := test.most * float64(i) / 99
			table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, x), append(table.Target.Num, 2)
		}
		d := dataset.Prepare(table, true)
		f := make([]float64, d.Points())
		if why := Refuse(d, left, f, false); (why != "") != test.refused {
			t.Errorf("1 - load, of loads up to %v: %q", test.most, why)
		}
	}
}
