package judge

import (
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

// drifting is a time that changes by a factor over the points, under noise
// that medians of many samples hide, in four launches.
func drifting(factor float64) *model.Table {
	r := rand.New(rand.NewPCG(3, 4))
	c := model.Column{Variable: n.Variable, Kind: model.Number}
	y := model.Column{Kind: model.Number}
	var launch []int32
	var order []int64
	for x := range 120 {
		for seq := range 20 {
			launch, order = append(launch, int32(seq%4)), append(order, int64(20*x+seq))
			c.Num = append(c.Num, float64(x+1))
			y.Num = append(y.Num, 5e-6*(1+(factor-1)*float64(x)/120)*(1+0.004*r.NormFloat64()))
		}
	}
	return &model.Table{Columns: []model.Column{c}, Target: y, Launch: launch, Seq: order}
}

func TestATermMustExplainMoreThanSystematicError(t *testing.T) {
	for _, test := range []struct {
		factor float64
		want   int
	}{{1, 0}, {1.03, 0}, {1.15, 1}, {2, 1}} {
		slope := (test.factor - 1) / 120
		middle := 5e-6 * (1 + (test.factor-1)/2)
		o := assessed(model.InternalAction, drifting(test.factor), propose(expression.Constant(middle),
			bin(expression.Add, expression.Constant(5e-6), times(5e-6*slope, n))), nil)
		if o.Verdict.Final != test.want || !o.Verdict.Optimal() {
			t.Errorf("a trend of a factor of %g: %+v", test.factor, o)
		}
	}
}
