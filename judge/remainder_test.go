package judge

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// An elimination whose inner loop is compiled for several elements at once takes longer for odd sizes, and its
// cube hardly shows below a size of 120. What a form with a square for odd and one for even sizes leaves open
// is said, and such a form is not written where the cube would be far beside it.
func TestOddAndEvenSizesHideNoCube(t *testing.T) {
	square := func(cube float64) (o Opinion) {
		r := rand.New(rand.NewPCG(7, 3))
		table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		for launch := range int32(3) {
			for seq := range int64(200) {
				x := math.Round(8 * math.Pow(15, r.Float64()))
				each := 1.3e-8
				if int(x)%2 == 1 {
					each = 2e-8
				}
				table.Columns[0].Num = append(table.Columns[0].Num, x)
				table.Target.Num = append(table.Target.Num, (2.6e-5+each*x*x+cube*x*x*x)*math.Exp(0.1*r.NormFloat64()))
				table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, seq)
			}
		}
		part := func(each float64) expression.Node {
			return bin(expression.Add, expression.Constant(2.61e-5), bin(expression.Mul, times(each, n), n))
		}
		grown := cube * 80
		odd := bin(expression.Equal, bin(expression.Mod, n, expression.Constant(2)), expression.Constant(1))
		o = assessed(model.InternalAction, table, propose(expression.If{Cond: odd, Then: part(2.01e-8 + grown), Else: part(1.31e-8 + grown)}), nil)
		o.Verdict.Below = (Options{}).below(&o.Verdict)
		return o
	}
	v := square(6e-11).Verdict
	if said := Undecided(&v); v.Undecided == nil || v.Undecided.Cause != blackboard.TwoForms || strings.Count(said, "n.VALUE * n.VALUE * n.VALUE") != 2 || len(v.Below) == 0 || v.Below[0].What != blackboard.FormLimit {
		t.Errorf("%q, %+v", said, v.Below)
	}
	if v := square(0).Verdict; len(v.Below) > 0 {
		t.Errorf("%q, %q where there is no cube", Undecided(&v), Below(&v))
	}
}
