package frequent

import (
	"cmp"
	"testing"
)

func TestTheMostFrequentIsTheFirstOfThoseOfTheLargestWeight(t *testing.T) {
	for want, weights := range map[string]map[string]float64{
		"":  nil,
		"b": {"a": 1, "b": 3, "c": 2},
		"c": {"d": 2, "c": 2, "e": 2, "a": 1},
		"z": {"z": 0},
	} {
		for range 20 { // maps have no order
			if got := Most(weights, cmp.Compare[string]); got != want {
				t.Fatalf("of %v it is %q, not %q", weights, got, want)
			}
		}
	}
}
