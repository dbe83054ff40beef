package judge

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"beagle/model"
	"beagle/statistics/dataset"
)

// Sums of floating-point numbers depend on their order, and so would intervals on how a map is walked.
func TestLaunchesAreComparedInOneOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for i := range 400 {
		x := math.Round(100 * math.Exp(3*r.Float64()))
		table.Columns[0].Num = append(table.Columns[0].Num, x)
		table.Target.Num = append(table.Target.Num, 1e-8*x*math.Exp(0.1*r.NormFloat64()+0.1*float64(i/40)))
		table.Launch, table.Seq = append(table.Launch, int32(i/40)), append(table.Seq, int64(i%40))
	}
	data := dataset.Prepare(table, true)
	first := ratiosOf(data, times(1e-8, n))
	for range 20 {
		if again := ratiosOf(data, times(1e-8, n)); len(again) != 10 || !slices.EqualFunc(first, again, slices.Equal) {
			t.Fatalf("ratios of launches are %v, and %v", first, again)
		}
	}
}
