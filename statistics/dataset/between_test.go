package dataset_test

import (
	"slices"
	"testing"

	"beagle/model"
	"beagle/statistics/dataset"
)

// Sizes lie half way to the next larger one, whole ones at a whole one; flags stay.
func TestBetweenPointsSizesAreHalfWayToTheNext(t *testing.T) {
	d := &dataset.Data{Columns: []model.Column{
		{Kind: model.Number, Num: []float64{10, 1, 4, 1}},
		{Kind: model.Number, Num: []float64{0.5, 1, 3, 1}},
		{Kind: model.Bool, Num: []float64{1, 0, 1, 0}},
	}}
	for i, want := range [][]float64{{10, 2, 7, 2}, {0.75, 2, 3, 2}, {1, 0, 1, 0}} {
		if got := dataset.Between(d)[i].Num; !slices.Equal(got, want) {
			t.Errorf("column %d: %v, want %v", i, got, want)
		}
	}
	if d.Columns[0].Num[0] != 10 || d.Columns[0].Num[1] != 1 {
		t.Error("the measured values changed")
	}
}
