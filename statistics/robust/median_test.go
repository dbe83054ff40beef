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

func TestQuantilesOfAnyOrderAreThoseOfSortedValues(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for n := 1; n < 400; n += 1 + n/20 {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(r.IntN(1 + n)) // some are equal
		}
		sorted := slices.Sorted(slices.Values(values))
		for _, q := range []float64{0, 0.05, 0.5, 0.95, 1} {
			if got, want := robust.QuantileOf(values, q), robust.Quantile(sorted, q); got != want {
				t.Fatalf("the %v quantile of %v is %v, not %v", q, sorted, want, got)
			}
		}
	}
}

func TestWhatIsNoNumberComesLast(t *testing.T) {
	for n := 1; n < 200; n++ {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(i)
			if i%3 == 0 || i > 150 {
				values[i] = math.NaN()
			}
		}
		numbers := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
		want := math.NaN()
		if n/2 < len(numbers) {
			want = numbers[n/2]
		}
		if got := robust.Middle(values); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("of %d values, %d of them numbers, the middle is %v; want %v", n, len(numbers), got, want)
		}
	}
}
