package strata

import (
	"math"
	"testing"
)

func TestAlikeNumbersAreOfOneClass(t *testing.T) {
	for _, pair := range [][2]float64{{8, 15}, {1024, 2047.5}, {0.3, 0.49}, {1e300, math.MaxFloat64}, {-5, -6}, {1e-300, 0}, {-1e300, -math.MaxFloat64}} {
		same := Number(pair[0]) == Number(pair[1])
		if want := pair[1] != 0; same != want {
			t.Errorf("%g and %g are of one class: %v", pair[0], pair[1], same)
		}
	}
	seen := map[int]float64{}
	for _, x := range []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 0.5, 1.5, 2.5, -1, -100, 1e6, 1e12, 1e-3} {
		class := Number(x)
		if twin, ok := seen[class]; ok {
			t.Errorf("%g and %g are of one class", x, twin)
		}
		seen[class] = x
	}
}

func TestClassesAreBounded(t *testing.T) {
	for _, x := range []float64{0, math.Copysign(0, -1), math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, math.MaxFloat64, -math.MaxFloat64, 7.5} {
		if class := Number(x); class < 0 || class >= Count-texts {
			t.Errorf("%g is of class %d", x, class)
		}
	}
	for _, hash := range []uint64{0, 27, 28, math.MaxUint64} {
		if class := Text(hash); class < Count-texts || class >= Count {
			t.Errorf("hash %d is of class %d", hash, class)
		}
	}
}
