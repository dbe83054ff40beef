package launches

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestLaunchesOfTwoKindsAreToldFromOneKindThatScatters(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for _, n := range []int{4, 5, 6, 8, 12, 20, 30} {
		const samples = 3000
		wrong := 0
		effects := make([]float64, n)
		for range samples {
			for i := range effects {
				effects[i] = 0.3 * r.NormFloat64()
			}
			if apart, _ := kinds(effects); apart != 0 {
				wrong++
			}
		}
		if wrong > samples*15/1000 { // a hundredth, and what a sample of 3,000 may stray
			t.Errorf("%d launches of one kind are said to be of two in %d of %d samples", n, wrong, samples)
		}
		found := 0
		for range samples {
			for i := range effects {
				effects[i] = 0.02 * r.NormFloat64()
				if i < n/2 {
					effects[i] += math.Log(1.4)
				}
			}
			if apart, slow := kinds(effects); math.Abs(apart-1.4) < 0.1 && slow == n/2 {
				found++
			}
		}
		if n > 4 && found < samples*9/10 {
			t.Errorf("of %d launches half takes 1.4 times as long: found in %d of %d samples", n, found, samples)
		}
	}
	if apart, _ := kinds([]float64{0, 0.01, -0.01, 0.02, 0, 2}); apart != 0 {
		t.Error("one odd launch is no kind")
	}
	if apart, _ := kinds([]float64{0, 0, 0, 0.05, 0.05, 0.05}); apart != 0 {
		t.Error("two kinds that are 5 % apart matter to nobody")
	}
	if apart, slow := kinds([]float64{0, 0, 0, 0.3, 0.3}); math.Abs(apart-math.Exp(0.3)) > 1e-9 || slow != 2 {
		t.Errorf("two kinds without any scatter: %v, %d", apart, slow)
	}
}
