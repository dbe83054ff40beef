package dataset_test

import (
	"math"
	"slices"
	"testing"

	"beagle/statistics/dataset"
)

func TestEqualValuesStayInTheirOrder(t *testing.T) {
	values := make([]float64, 300)
	for i := range values {
		values[i] = float64(i * 7 % 5)
	}
	order := dataset.Order(values)
	for i := range order[1:] {
		a, b := order[i], order[i+1]
		if values[a] > values[b] || values[a] == values[b] && a > b {
			t.Fatalf("place %d comes before %d, with %v and %v", a, b, values[a], values[b])
		}
	}
}

func TestNoNumbersComeFirst(t *testing.T) {
	if order := dataset.Order([]float64{2, math.NaN(), 1}); !slices.Equal(order, []int{1, 2, 0}) {
		t.Errorf("the order is %v", order)
	}
}
