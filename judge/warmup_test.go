package judge

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/model"
	"beagle/statistics/dataset"
)

// warming is a line in three launches, whose first observations took several times as long.
func warming(cold int) *model.Table {
	r := rand.New(rand.NewPCG(3, 4))
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for launch := range int32(3) {
		for seq := range int64(120) {
			x := float64(100 * (1 + r.IntN(8)))
			y := 1e-8 * x * math.Exp(0.03*r.NormFloat64())
			if seq < int64(cold) {
				y *= 5
			}
			table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, x), append(table.Target.Num, y)
			table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, seq)
		}
	}
	return table
}

// Who starts a program pays for its warming up, which no model says: so it is told.
func TestWhatWarmingUpTookIsSaid(t *testing.T) {
	f := crossValidate(dataset.Prepare(warming(30), true), times(1e-8, n))
	if f == nil || f.WarmUp == nil || f.WarmUp.Observations != 90 || math.Abs(f.WarmUp.Measured/f.WarmUp.Modelled-5) > 0.3 {
		t.Fatalf("%+v, warm-up %+v; want 90 observations that took 5 times as long", f, f.WarmUp)
	}
	if said := HeldOut(f); !strings.Contains(said, "; 90 observations left out as warm-up took ") || !strings.Contains(said, "times what is predicted for them") {
		t.Errorf("it is not said: %s", said)
	}
	if f := crossValidate(dataset.Prepare(warming(0), true), times(1e-8, n)); f.WarmUp != nil {
		t.Errorf("nothing was left out, and %+v is said", f.WarmUp)
	}
}
