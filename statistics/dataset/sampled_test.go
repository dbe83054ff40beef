package dataset_test

import (
	"math"
	"testing"

	"beagle/model"
	"beagle/statistics/dataset"
)

// decided are decisions of many inputs, one of each but for few inputs that decide both ways.
func decided(inputs int, decides func(i int) float64) *model.Table {
	t := &model.Table{Target: model.Column{Kind: model.Number}}
	x := model.Column{Variable: model.Variable{Name: "n", Char: model.ValueOf}, Kind: model.Number}
	for i := range inputs {
		x.Num, t.Target.Num, t.Weight = append(x.Num, float64(i)), append(t.Target.Num, decides(i)), append(t.Weight, 1+float64(i%13))
	}
	t.Columns = []model.Column{x}
	return t
}

func TestPointsOfManyInputsStandForAllAndKeepWhatIsRare(t *testing.T) {
	for name, decides := range map[string]func(i int) float64{
		"one of a thousand": func(i int) float64 { return map[bool]float64{true: 1}[i%1000 == 7] },
		"one of forty":      func(i int) float64 { return map[bool]float64{true: 1}[i%40 == 7] },
		"a half":            func(i int) float64 { return float64(i * i % 3 % 2) },
		"a hundred ways":    func(i int) float64 { return float64(i % 100) },
	} {
		table := decided(8000, decides)
		all, kept, points := map[float64]float64{}, map[float64]float64{}, map[float64]int{}
		for i, y := range table.Target.Num {
			all[y] += table.Weight[i]
		}
		d := dataset.PrepareKind(table, model.Branch)
		if len(d.Places) != d.Points() {
			t.Errorf("%s: %d places of %d points", name, len(d.Places), d.Points())
		}
		for i, y := range d.Y {
			kept[y] += d.Weight[i]
			points[y]++
			if row := int(d.Columns[0].Num[i]); table.Target.Num[row] != y {
				t.Fatalf("%s: input %d decides %g", name, row, y)
			}
		}
		if len(all) <= 8 { // each is a class by itself
			for y := range all {
				if math.Abs(kept[y]/all[y]-1) > 1e-9 || points[y] < 8 {
					t.Errorf("%s: %d points stand for %g of %g decisions %g", name, points[y], kept[y], all[y], y)
				}
			}
		}
		if d.Points() > 1600 || d.Points() < 1000 {
			t.Errorf("%s: %d points", name, d.Points())
		}
	}
}
