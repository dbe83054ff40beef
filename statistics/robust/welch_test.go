package robust

import (
	"math"
	"testing"
)

func TestWelchIsStudentsWhereVariancesAreEqual(t *testing.T) {
	deviation, freedom := Welch(Sample{0, 4, 10}, Sample{0, 4, 10})
	if math.Abs(deviation-math.Sqrt(0.8)) > 1e-12 || math.Abs(freedom-18) > 1e-9 {
		t.Errorf("%v, %v", deviation, freedom)
	}
	// Of one that hardly varies nearly all freedom is the other's.
	if _, freedom := Welch(Sample{0, 1e-9, 10}, Sample{0, 4, 10}); math.Abs(freedom-9) > 1e-6 {
		t.Error(freedom)
	}
	if deviation, freedom := Welch(Sample{1, 0, 3}, Sample{2, 0, 3}); deviation != 0 || freedom != 4 {
		t.Errorf("%v, %v", deviation, freedom)
	}
}
