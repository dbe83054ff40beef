package decimal

import (
	"math"
	"testing"
)

func TestRoundingIsCountedFromTheFirstDigitOrFromThePoint(t *testing.T) {
	for _, c := range []struct{ y, want []float64 }{
		{[]float64{1234.56, 0.123456}, []float64{0.005 / 1234.56, 0.0000005 / 0.123456}},                // six digits
		{[]float64{1234.567, 91.25, 50.5}, []float64{0.0005 / 1234.567, 0.0005 / 91.25, 0.0005 / 50.5}}, // three places
		{[]float64{7000, 123456, 0}, []float64{0.5 / 7000, 0.5 / 123456, 0}},                            // whole
		{[]float64{3, 1001}, []float64{1e-4, 1e-4}},                                                     // a clock's ticks are more than rounding
		{[]float64{math.Pi, 2}, []float64{0, 0}},                                                        // in full
	} {
		for i, got := range Resolution(c.y) {
			if math.Abs(got-c.want[i]) > 1e-12 {
				t.Errorf("%v: %v, want %v", c.y, got, c.want[i])
			}
		}
	}
}
