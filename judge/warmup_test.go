package judge

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
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
	if said := HeldOut(f); !strings.Contains(said, "; 90 warm-up observations took ") || !strings.Contains(said, "times the prediction") {
		t.Errorf("it is not said: %s", said)
	}
	if f := crossValidate(dataset.Prepare(warming(0), true), times(1e-8, n)); f.WarmUp != nil {
		t.Errorf("nothing was left out, and %+v is said", f.WarmUp)
	}
}

// settling are twelve launches that get faster in steps, as a compiler makes them: cold for a while, in a first compiled
// form until past their middle, then for good. Each is too short for its second half to be looked at by
// itself. Rows stand by input, as a blackboard has them.
func settling() *model.Table {
	r := rand.New(rand.NewPCG(5, 6))
	type row struct {
		x, y   float64
		launch int32
		seq    int64
	}
	var rows []row
	for launch := range int32(12) {
		for seq := range int64(150) {
			x := float64(100 * (1 + r.IntN(40)))
			y := 1e-8 * x * math.Exp(0.4*r.NormFloat64())
			switch {
			case seq < 22:
				y *= 8
			case seq < 82:
				y *= 1.25
			}
			rows = append(rows, row{x, y, launch, seq})
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.x, b.x) })
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for _, r := range rows {
		table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, r.x), append(table.Target.Num, r.y)
		table.Launch, table.Seq = append(table.Launch, r.launch), append(table.Seq, r.seq)
	}
	return table
}

// What is written is the mean of the settled program, so it is held against that; what whole launches took
// besides is said, for who starts the program anew pays it.
func TestASettledMeanIsHeldAgainstWhatSettled(t *testing.T) {
	f := crossValidate(dataset.Prepare(settling(), true), times(1e-8, n))
	if f == nil || f.Early == nil || math.Abs(float64(f.Total)) > 0.05 {
		t.Fatalf("%+v; want totals within 5 %% and first halves that do not count", f)
	}
	if early := f.Early.Measured / f.Early.Modelled; early < 1.15 || early > 2 {
		t.Errorf("the first halves took %g times what is predicted, want 1.25", early)
	}
	// 22 of 150 rows took 8 times, 60 took 1.25 times, 68 once: 2.1 times in all.
	if whole := f.Whole(); math.Abs(whole-2.1) > 0.25 {
		t.Errorf("whole launches took %g times what is predicted, want about 2.1", whole)
	}
	said := HeldOut(f)
	for _, part := range []string{"second halves only (first halves took 1.", "; whole launches took 2.", "the model is of the settled program"} {
		if !strings.Contains(said, part) {
			t.Errorf("%q is not in %q", part, said)
		}
	}
}
