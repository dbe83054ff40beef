package selection

import (
	"math"
	"testing"

	"beagle/statistics/regression"
)

// Each of five launches shows a difference plainly, but not by how much: that may
// not shrink to the few nats that five observations can ever say, or a constant is
// preferred to a product.
func TestWhatEveryLaunchShowsIsConfirmed(t *testing.T) {
	gains := func(factors ...float64) float64 {
		noise := &regression.Noise{Sigma: 1}
		e := &launchEffects{noise: noise, factor: make([]float64, len(factors)), precision: make([]float64, len(factors))}
		var with, without []float64
		for launch, factor := range factors {
			for range 100 {
				point := len(with)
				with, without = append(with, 0), append(without, 2)
				e.observations = append(e.observations, observation{point: point, launch: launch, off: 2 * (factor - 1), precision: 1, root: 1})
			}
		}
		return e.gain(1000, with, without)
	}
	if got := gains(1.2, 0.8, 1.3, 0.9, 0.8); math.Abs(got-600) > 1 {
		t.Errorf("of 1000 nats %.0f are confirmed where the least launch shows 0.8 of the difference, want 600", got)
	}
	if got := gains(2, 0, 3, 0, 0); got > 20 {
		t.Errorf("%.0f nats are confirmed by two launches of five", got)
	}
}
