package selection

import (
	"testing"

	"beagle/model/expression"
	"beagle/statistics/dataset"
)

func TestWildGrowthBeyondTheDataCosts(t *testing.T) {
	x := make([]float64, 50)
	for i := range x {
		x[i] = float64(i + 1)
	}
	d := dataset.Prepare(tableOf(x, func(_ int, x float64) float64 { return 10 }), true)
	tame := bin(expression.Add, expression.Constant(10), bin(expression.Mul, expression.Constant(0.01), n))
	growing := bin(expression.Add, expression.Constant(10), bin(expression.Mul, expression.Constant(1e-15), bin(expression.Pow, expression.Constant(2), n)))
	if extrapolationPenalty(d, tame) != 0 || extrapolationPenalty(d, growing) < 10 {
		t.Errorf("costs are %v and %v", extrapolationPenalty(d, tame), extrapolationPenalty(d, growing))
	}
}
