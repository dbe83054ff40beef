package logarithm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/internal/logarithm"
)

func TestLogarithmsAreThoseOfOne(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	values := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.SmallestNonzeroFloat64, math.MaxFloat64, 0x1p-1022}
	for range 100_000 {
		root := math.Float64bits(math.Sqrt2/2) + r.Uint64N(5) - 2 + r.Uint64N(9)<<52
		values = append(values, math.Exp(0.1*r.NormFloat64()), math.Float64frombits(r.Uint64()), math.Float64frombits(root))
	}
	got := make([]float64, len(values))
	logarithm.Of(got, values)
	for i, x := range values {
		want := math.Log(x)
		if math.IsNaN(want) && math.IsNaN(got[i]) || got[i] == want {
			continue
		}
		// Processors that multiply and add at once round once less.
		if !(math.Abs(got[i]-want) <= 1e-15*math.Abs(want)) {
			t.Fatalf("the logarithm of %v is %v, not %v", x, want, got[i])
		}
	}
}

func TestValuesMayBeReplaced(t *testing.T) {
	values := []float64{math.E, 1, math.E * math.E}
	logarithm.Of(values, values)
	if math.Abs(values[0]-1) > 1e-15 || values[1] != 0 || math.Abs(values[2]-2) > 1e-15 {
		t.Errorf("the logarithms are %v", values)
	}
}
