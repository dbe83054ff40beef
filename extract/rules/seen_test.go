package rules

import "testing"

func TestAMeanIsWrittenAsWholeNumbersOfTurns(t *testing.T) {
	for _, test := range []struct {
		sum, of float64
		want    string
	}{{6, 2, "3"}, {1, 4, "IntPMF[(0;0.750000000)(1;0.250000000)]"}, {5, 2, "IntPMF[(2;0.500000000)(3;0.500000000)]"}, {1, 1e12, "0"}} {
		if got := mean(test.sum / test.of); got != test.want {
			t.Errorf("%g of %g is %s, not %s", test.sum, test.of, got, test.want)
		}
	}
}
