package learn_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"beagle/blackboard"
	"beagle/judge"
	"beagle/model"
	"beagle/model/expression"
)

// Through two values goes every form, and each launch may have a level of its own; but
// that nothing depends on what was varied twenty times is the last that one may say.
func TestTwoLaunchesWithAValueEachAreNoConstant(t *testing.T) {
	n := model.Variable{Name: "n", Char: model.ValueOf}
	for seed := range uint64(10) {
		for _, scatter := range []float64{0.1, 0.4} {
			r := rand.New(rand.NewPCG(seed, 5))
			table := &model.Table{Columns: []model.Column{{Variable: n, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
			for launch, size := range []float64{100, 2000} {
				for seq := range int64(5 + 9*seed) {
					table.Columns[0].Num = append(table.Columns[0].Num, size)
					table.Target.Num = append(table.Target.Num, 2e-8*size*math.Exp(scatter*r.NormFloat64()))
					table.Launch, table.Seq = append(table.Launch, int32(launch)), append(table.Seq, seq)
				}
			}
			result := learnt(t, table, model.InternalAction)
			chosen := result.Proposals[0].Expression
			if !slices.Contains(expression.Variables(chosen), n) {
				t.Errorf("seed %d, scatter %g: %s was said of a time that grew twenty times with n", seed, scatter, expression.String(chosen))
			}
			if u := result.Verdict.Undecided; u == nil || u.Cause != blackboard.TwoValues {
				t.Errorf("seed %d, scatter %g: it is not said that two values do not decide the form: %s", seed, scatter, judge.Reason(&result.Verdict))
			}
		}
	}
}
