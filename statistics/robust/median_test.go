package robust_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"beagle/statistics/robust"
)

func TestTheMedianIsThatOfSortedValues(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := 1; n < 60; n++ {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(r.IntN(12))
		}
		sorted := slices.Sorted(slices.Values(values))
		if got, want := robust.Median(slices.Clone(values)), robust.Quantile(sorted, 0.5); got != want {
			t.Fatalf("the median of %v is %v, not %v", sorted, want, got)
		}
		if got, want := robust.Middle(slices.Clone(values)), sorted[n/2]; got != want {
			t.Fatalf("the upper middle of %v is %v, not %v", sorted, want, got)
		}
	}
	if !math.IsNaN(robust.Median(nil)) || !math.IsNaN(robust.Middle(nil)) || robust.Deviation(nil) != 0 {
		t.Error("nothing has a median")
	}
}
