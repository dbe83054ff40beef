package dot_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"beagle/internal/dot"
)

func TestFourProductsAreThoseOfEach(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	vector := func(n int) []float64 {
		v := make([]float64, n+1)
		for i := range v {
			v[i] = r.NormFloat64()
		}
		return v
	}
	for n := range 70 {
		x, others := vector(n)[1:], [4][]float64{}
		for i := range others {
			others[i] = vector(n + i)[1:]
		}
		for i, got := range dot.Four(x, others[0], others[1], others[2], others[3]) {
			if want := floats.Dot(x, others[i][:n]); got != want {
				t.Errorf("product %d of %d numbers is %v, not %v", i, n, got, want)
			}
		}
	}
}

func TestAShorterVectorIsRefused(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it reads beyond the end")
		}
	}()
	dot.Four(make([]float64, 4), make([]float64, 4), make([]float64, 3), make([]float64, 4), make([]float64, 4))
}
