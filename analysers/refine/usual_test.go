package refine_test

import (
	"math"
	"testing"

	"beagle/analysers/refine"
	"beagle/learn/analysertest"
	"beagle/model"
	"beagle/model/expression"
)

// A cost that bends a little over its range is closest to a fractional power; the usual
// form beside it has to be there to be chosen.
func TestTheUsualFormBesideABrokenPowerIsProposed(t *testing.T) {
	start := bin(expression.Mul, expression.Constant(2.0123e-8), bin(expression.Pow, n, expression.Constant(1.2345)))
	sorting := func(x float64) float64 { return 1e-7 + 8.0123e-9*x*math.Log2(x) }
	got := analysertest.Propose(t.Context(), t, refine.Analyser, task(model.InternalAction, sorting, 0.02, start))
	for _, p := range got {
		if expression.Size(p.Expression) <= 9 && expression.Uses(p.Expression, expression.Log) {
			return
		}
	}
	t.Errorf("n log n is not among what is proposed beside n^1.23: %v", got)
}
