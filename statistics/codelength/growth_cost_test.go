package codelength_test

import (
	"math"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
)

// A growth that none of 162 sections of real code has costs the logarithm of 164 more than a usual one that is as long.
func TestAnUnusualGrowthCostsItsOdds(t *testing.T) {
	n := expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}
	power := func(exponent float64) expression.Node {
		return expression.Binary{Op: expression.Pow, Left: n, Right: expression.Constant(exponent)}
	}
	usual, unusual := codelength.Length(power(3), 1, 100), codelength.Length(power(5), 1, 100)
	digits := codelength.Number(5) - codelength.Number(3)
	if more := unusual - usual - digits; math.Abs(more-math.Log(164)) > 0.05 {
		t.Errorf("n^5 costs %.2f nats more than n^3, not %.2f", more, math.Log(164))
	}
}
