package stoex

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestExponentialsAndLogarithmsAreRight(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	near := func(name string, x, got, want float64) {
		t.Helper()
		if got != want && !(math.Abs(got-want) <= 1e-15*math.Abs(want)+5e-324) && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s(%v): %v, want %v", name, x, got, want)
		}
	}
	for range 100_000 {
		x := (random.Float64() - 0.5) * 1400
		near("exp", x, exp(x), math.Exp(x))
		y := math.Exp(x)
		near("log", y, log(y), math.Log(y))
		z := 1 + (random.Float64()-0.5)/10
		near("log", z, log(z), math.Log(z))
		near("exp", x/1000, exp(x/1000), math.Exp(x/1000))
		b := math.Round(random.Float64()*40)/8 - 2
		if got, want := power(z*20, b), math.Pow(z*20, b); math.Abs(got-want) > 4e-15*want {
			t.Errorf("power(%v, %v): %v, want %v", z*20, b, got, want)
		}
	}
	for _, x := range []float64{0, math.Inf(1), math.Inf(-1), math.NaN(), 1, -1, 710, -746, math.MaxFloat64} {
		near("exp", x, exp(x), math.Exp(x))
		near("log", x, log(x), math.Log(x))
		for _, b := range []float64{0, 0.3, -0.3, 2, math.Inf(1), math.NaN()} {
			near("power", x, power(x, b), math.Pow(x, b))
		}
	}
	for k, sum := 0.0, 0.0; k < 200; k++ {
		sum += math.Log(max(1, k))
		if got := logFactorial(k); math.Abs(got-sum) > 1e-9*(1+sum) {
			t.Errorf("ln %v!: %v, want %v", k, got, sum)
		}
	}
}
