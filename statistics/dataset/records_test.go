package dataset_test

import (
	"math"
	"testing"

	"beagle/model"
	"beagle/statistics/dataset"
)

// counted is a table of counts, of which so many were recorded.
func counted(weight, records []float64) *model.Table {
	t := &model.Table{Weight: weight, Records: records, Target: model.Column{Kind: model.Number}}
	x := model.Column{Variable: model.Variable{Name: "n", Char: model.ValueOf}, Kind: model.Number}
	for i := range weight {
		t.Target.Num, x.Num = append(t.Target.Num, float64(2*i)), append(x.Num, float64(i))
	}
	t.Columns = []model.Column{x}
	return t
}

func TestFewRecordsThatStandForManyExecutionsSayNoMoreThanTheyAre(t *testing.T) {
	for _, c := range []struct {
		name            string
		weight, records []float64
		want            float64 // what all points together weigh
	}{
		{"six records of five hundred each", []float64{1500, 1000, 500}, []float64{3, 2, 1}, 6},
		{"a thousand one by one, and two that stand for as many", []float64{1000, 1000}, []float64{1000, 2}, 2000 * 2000 / (1000 + 500000.)},
		{"all recorded", []float64{4, 5}, []float64{4, 5}, 9},
		{"nobody says", []float64{400, 500}, nil, 900},
	} {
		table := counted(c.weight, c.records)
		d := dataset.Prepare(table, false)
		sum := 0.0
		for i, w := range d.Weight {
			sum += w
			if share := w / d.Weight[0]; math.Abs(share-c.weight[i]/c.weight[0]) > 1e-9 {
				t.Errorf("%s: point %d weighs %g times the first, want what was executed", c.name, i, share)
			}
		}
		if math.Abs(sum-c.want) > 1e-9*c.want {
			t.Errorf("%s: all weigh %g, want %g", c.name, sum, c.want)
		}
		if table.Weight[0] != c.weight[0] {
			t.Errorf("%s: the table itself was changed", c.name)
		}
	}
}
