package launches_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/statistics/launches"
	"beagle/statistics/robust"
)

// What a launch was started with is no level of that launch, however near the values are.
func TestWhatAnInputOfALaunchCostsIsNotTakenOut(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	depth := model.Column{Variable: model.Variable{Name: "depth", Char: model.ValueOf}, Kind: model.Number}
	size := model.Column{Variable: model.Variable{Name: "size", Char: model.ValueOf}, Kind: model.Number}
	table := &model.Table{Target: model.Column{Kind: model.Number}}
	for launch, d := range []float64{100, 105} {
		for seq := range int64(60) {
			s := math.Exp(7 * r.Float64())
			depth.Num, size.Num = append(depth.Num, d), append(size.Num, s)
			table.Target.Num = append(table.Target.Num, d*d*s*math.Exp(0.02*r.NormFloat64()))
			table.Launch, table.Seq = append(table.Launch, int32(launch)), append(table.Seq, seq)
		}
	}
	table.Columns = []model.Column{depth, size}
	levelled, _ := launches.Level(table)
	var each [2][]float64
	for i, y := range levelled.Target.Num {
		each[levelled.Launch[i]] = append(each[levelled.Launch[i]], y/levelled.Columns[1].Num[i])
	}
	if ratio := robust.Median(each[1]) / robust.Median(each[0]); math.Abs(ratio-1.1025) > 0.02 {
		t.Errorf("the second launch takes %.3f times as long as the first; its depth explains 1.10", ratio)
	}
}
