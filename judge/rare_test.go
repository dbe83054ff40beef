package judge

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// withPauses is a line in three launches, of which some observations took a pause more.
func withPauses(pauses ...int) *model.Table {
	r := rand.New(rand.NewPCG(1, 4))
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for launch := range int32(3) {
		for seq := range int64(60) {
			x := float64(100 + r.IntN(900))
			table.Columns[0].Num = append(table.Columns[0].Num, x)
			table.Target.Num = append(table.Target.Num, 1e-8*x*math.Exp(0.03*r.NormFloat64()))
			table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, seq)
		}
	}
	for _, row := range pauses {
		table.Target.Num[row] += 3e-4 // a fifth of what the others take together
	}
	return table
}

// A pause that came twice in 180 observations may be the machine's or the program's.
// Nobody knows, so it is said; and where it is more than a total may be off, nothing is
// written, since one of both totals would be wrong.
func TestWhatFewObservationsHoldIsSaid(t *testing.T) {
	f := crossValidate(dataset.Prepare(withPauses(30, 100, 101), true), times(1e-8, n))
	if f == nil || !(math.Abs(float64(f.Total)) > TotalLimit) || f.Rare == nil || f.Rare.Observations != 3 || math.Abs(float64(f.Rare.Total)) > 0.05 {
		t.Fatalf("%+v, rare %+v", f, f.Rare)
	}
	v := &blackboard.Verdict{HeldOut: f}
	if below := (Options{Error: ErrorLimit, Total: TotalLimit}).below(v); len(below) != 1 || below[0].What != blackboard.TotalLimit {
		t.Errorf("below %+v", below)
	}
	if said := HeldOut(f); !strings.Contains(said, "; 3 outliers take 4") || !strings.Contains(said, " off without") {
		t.Errorf("it is not said: %s", said)
	}
	if warnings := Warnings(v); len(warnings) != 1 || !strings.Contains(warnings[0], "3 outliers take 4") || !strings.Contains(warnings[0], "above the model's") {
		t.Errorf("nobody is warned: %q", warnings)
	}
}

// What holds nearly all of the time is what has to be predicted.
func TestWhatHoldsNearlyAllOfTheTimeIsNotLeftOut(t *testing.T) {
	table := withPauses()
	table.Target.Num[70] = 1
	f := crossValidate(dataset.Prepare(table, true), times(1e-8, n))
	v := &blackboard.Verdict{HeldOut: f}
	if below := (Options{Total: TotalLimit}).below(v); len(below) != 1 || below[0].What != blackboard.TotalLimit {
		t.Errorf("below %+v, predicted %+v", below, f)
	}
}

// A slow path that a tenth of the calls take is part of the mean.
func TestWhatComesAgainIsNotRare(t *testing.T) {
	if f := crossValidate(dataset.Prepare(slowPath(5), true), expression.Constant(1e-6)); f == nil || f.Rare != nil {
		t.Errorf("%+v", f)
	}
}

// What few observations hold more of than a total may be off is what that rests on.
func TestWhatHoldsMuchOfTheTimeIsNotLeftOut(t *testing.T) {
	for _, test := range []struct {
		share float64
		below bool
	}{{0.25, false}, {0.35, true}} {
		f := &blackboard.HeldOut{Total: -0.35, Rare: &blackboard.Rare{Observations: 3, Share: model.Figure(test.share), Total: 0.02}}
		if below := (Options{Total: TotalLimit}).below(&blackboard.Verdict{HeldOut: f}); (len(below) == 1) != test.below {
			t.Errorf("3 observations hold %g of the time: below %+v", test.share, below)
		}
	}
}

// A compiler that went another way in one launch than in the others leaves no level that
// one could write.
func TestALaunchOfAnotherKindIsToldAndNotWritten(t *testing.T) {
	for _, test := range []struct {
		slower float64
		below  bool
	}{{1, false}, {1.8, false}, {5, true}} {
		table := withPauses()
		for i, launch := range table.Launch {
			if launch == 1 {
				table.Target.Num[i] *= test.slower
			}
		}
		f := crossValidate(dataset.Prepare(table, true), times(1e-8, n))
		v := &blackboard.Verdict{HeldOut: f}
		v.Below = (Options{}).below(v)
		if told := len(v.Below) == 1 && v.Below[0].What == blackboard.LaunchLimit && strings.Contains(Below(v), " times what the others predict "); told != test.below {
			t.Errorf("one launch is %g times slower: %q, predicted %+v", test.slower, Below(v), f)
		}
	}
}

// A slow path that every launch takes now and then makes the mean many times what is typical. That is no launch of
// another kind, and the mean is what has to be written.
func TestASlowPathOfEveryLaunchIsNoLaunchOfAnotherKind(t *testing.T) {
	slow := func(slower float64) *blackboard.HeldOut {
		table := withPauses()
		for i, launch := range table.Launch {
			if i%10 == 3 {
				table.Target.Num[i] *= 60
			}
			if launch == 1 {
				table.Target.Num[i] *= slower
			}
		}
		return crossValidate(dataset.Prepare(table, true), times(1e-8, n))
	}
	even := slow(1)
	if even == nil || !(even.Launch > 0 && even.Launch < 1.2) || !(math.Abs(float64(even.Total)) < 0.2) || !(even.Error > 2) {
		t.Errorf("alike launches: %+v", even)
	}
	if f := slow(5); f == nil || !(f.Launch > launchApart) {
		t.Errorf("one is five times slower: %+v", f)
	}
}

// Of five observations no median is known: a test that runs something a few times in a JVM of its own shows no
// launch of another kind.
func TestFewObservationsOfALaunchTellNoOtherKind(t *testing.T) {
	for _, test := range []struct {
		rows int
		kind bool
	}{{fewestKind - 1, false}, {3 * fewestKind, true}} {
		r := rand.New(rand.NewPCG(3, 3))
		table := &model.Table{Target: model.Column{Kind: model.Number}}
		for launch := range 4 {
			rows, slower := 60, 1.0
			if launch == 1 {
				rows, slower = test.rows, 5
			}
			for seq := range rows {
				table.Target.Num = append(table.Target.Num, 1e-6*slower*math.Exp(0.1*r.NormFloat64()))
				table.Launch, table.Seq = append(table.Launch, int32(launch)), append(table.Seq, int64(seq))
			}
		}
		f := crossValidate(dataset.Prepare(table, true), expression.Constant(1e-6))
		if kind := f != nil && f.Launch > launchApart; f == nil || kind != test.kind {
			t.Errorf("of %d observations: %+v", test.rows, f)
		}
	}
}
