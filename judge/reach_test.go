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

// nearby are three launches with sizes from 100 up to most, from which nobody tells a line from a square.
func nearby(most int, noise float64) *model.Table {
	r := rand.New(rand.NewPCG(2, 4))
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for launch := range int32(3) {
		for seq := range int64(25) {
			x := float64(100 + r.IntN(most-99))
			table.Columns[0].Num = append(table.Columns[0].Num, x)
			table.Target.Num = append(table.Target.Num, 1e-8*x*math.Exp(noise*r.NormFloat64()))
			table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, seq)
		}
	}
	return table
}

// A user who needs no larger inputs than were measured has a model: what is open about others does not
// take it away, and is said with the largest input that it is good for.
func TestAFormThatIsOpenBeyondTheDataIsWrittenForWhatWasMeasured(t *testing.T) {
	square := expression.Binary{Op: expression.Mul, Left: times(1e-10/1.15, n), Right: n}
	o := assessed(model.InternalAction, nearby(130, 0.2), propose(times(1e-8, n), square), nil)
	(Options{Error: ErrorLimit, Total: TotalLimit}).settle(&o.Verdict)
	v := &o.Verdict
	if v.Within == nil || len(v.Below) > 0 || v.Undecided == nil {
		t.Fatalf("within %+v, below %+v, undecided %+v, reach %+v", v.Within, v.Below, v.Undecided, v.Reach)
	}
	w := v.Within
	if w.Factor < 1 || w.Factor > 2 || len(w.Most) != 1 || w.Most[0].Variable != n.Variable || w.Most[0].Value != 130*w.Factor {
		t.Errorf("within %+v", w)
	}
	if said := strings.Join(Warnings(v), "\n"); strings.Count(said, "to be used up to n.VALUE = ") != 1 || !strings.Contains(said, "measure at n.VALUE = 5") {
		t.Errorf("said %q", said)
	}
	if u := v.Undecided; u.Cause != blackboard.TwoForms || len(u.Place) != 1 || u.Place[0].Value < 4*125 {
		t.Errorf("undecided %+v, want the largest size", u)
	}
}

// Forms that say the same up to four times the range leave nothing open, however near their lengths are.
func TestFormsThatSayTheSameAreNotUndecided(t *testing.T) {
	shifted := expression.Binary{Op: expression.Add, Left: expression.Constant(1.234e-10), Right: times(1e-8, n)}
	o := assessed(model.InternalAction, sizes(1, 80, 0.05, func(n float64) float64 { return 1e-8 * n }), propose(times(1e-8, n), shifted), nil)
	if v := &o.Verdict; v.Undecided != nil || !(v.Beyond() <= blackboard.SureBeyond) {
		t.Errorf("undecided %+v, reach %+v", v.Undecided, v.Reach)
	}
}

// What is not even known where it was measured is written for no range, and what is known everywhere has no bound.
func TestTheMeanHasToBeKnownAsWellAsTotalsAreAskedFor(t *testing.T) {
	most := []blackboard.Assigned{{Variable: n.Variable, Value: 100}}
	reach := func(beside ...model.Figure) (all []blackboard.Reach) {
		for i, b := range beside {
			all = append(all, blackboard.Reach{Factor: rangeFactors[i], Beside: b, Most: most})
		}
		return all
	}
	for name, test := range map[string]struct {
		reach  []blackboard.Reach
		below  bool
		within float64 // 0: no bound
	}{
		"known":          {reach(0.1, 0.2, 0.29), false, 0},
		"open beyond":    {reach(0.1, 0.2, 0.31), false, 1.25},
		"open inside":    {reach(0.31, 0.31, 0.31), true, 0},
		"unknown inside": {reach(model.Unknown(), model.Unknown()), true, 0},
		"never asked":    {nil, false, 0},
	} {
		v := &blackboard.Verdict{Reach: test.reach}
		(Options{Error: ErrorLimit, Total: TotalLimit}).settle(v)
		within := 0.0
		if v.Within != nil {
			within = v.Within.Factor
		}
		if said := Below(v); strings.Contains(said, "its mean is known") != test.below || within != test.within {
			t.Errorf("%s: within %+v, said %q", name, v.Within, said)
		}
		if (Options{}).settle(v); len(v.Below) > 0 || v.Within != nil {
			t.Errorf("%s: nothing was asked for, and below %+v, within %+v", name, v.Below, v.Within)
		}
	}
}

// A range is for what lies beyond it: totals that are off, launches that differ and observations that are too few
// are faults of what was measured itself.
func TestARangeIsNoExcuseForWhatWasMeasured(t *testing.T) {
	for name, v := range map[string]*blackboard.Verdict{
		"totals off":       {HeldOut: &blackboard.HeldOut{Launches: 3, Total: -0.31, Launch: 1.1}},
		"launches differ":  {HeldOut: &blackboard.HeldOut{Launches: 3, Total: -0.04, Launch: 2.6}},
		"few observations": {Finding: blackboard.Few},
	} {
		v.Reach = []blackboard.Reach{{Factor: 1, Beside: 0.1}, {Factor: 2, Beside: 0.5, Most: []blackboard.Assigned{{Variable: n.Variable, Value: 100}}}}
		(Options{Error: ErrorLimit, Total: TotalLimit}).settle(v)
		if len(v.Below) != 1 || v.Within != nil {
			t.Errorf("%s: below %+v, within %+v", name, v.Below, v.Within)
		}
	}
}

// A pause of the machine in one launch is no way in which that launch treats some sizes.
func TestAnObservationThatStandsOutMakesNoLaunchDiffer(t *testing.T) {
	tilted := func(tilt float64, pause bool) *dataset.Data {
		r := rand.New(rand.NewPCG(3, 5))
		table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		for launch := range int32(4) {
			for seq := range int64(60) {
				x := math.Round(10 * math.Pow(100, r.Float64()))
				way := tilt * (float64(launch) - 1.5) * (math.Log(x/100) / math.Ln10)
				table.Columns[0].Num = append(table.Columns[0].Num, x)
				table.Target.Num = append(table.Target.Num, 1e-8*x*math.Exp(way+0.05*r.NormFloat64()))
				table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, seq)
			}
		}
		if pause {
			table.Target.Num[100] *= 50
		}
		return dataset.Prepare(table, true)
	}
	differ := func(d *dataset.Data) float64 { return math.Sqrt(betweenSizes(d, times(1e-8, n), 0.05, true)) }
	if quiet, paused := differ(tilted(0, false)), differ(tilted(0, true)); quiet > 0.01 || paused > quiet+0.01 {
		t.Errorf("launches differ by %.3f, with one pause by %.3f", quiet, paused)
	}
	if got := differ(tilted(0.05, false)); got < 0.02 || got > 0.07 {
		t.Errorf("launches that differ by 5 %% for a tenth and ten times the size are said to differ by %.3f", got)
	}
	shared := math.Sqrt(betweenSizes(tilted(0.05, false), times(1e-8, n), 0.05, false))
	if another := differ(tilted(0.05, false)); math.Abs(another-2*shared) > 1e-9 {
		t.Errorf("the mean of four launches is known to %.3f, another one to %.3f", shared, another)
	}
}

// sizes are so many times of n, from 10 to 5,000, with noise.
func sizes(seed uint64, rows int, noise float64, cost func(n float64) float64) *model.Table {
	r := rand.New(rand.NewPCG(seed, 21))
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for range rows {
		x := math.Round(10 * math.Pow(500, r.Float64()))
		table.Columns[0].Num = append(table.Columns[0].Num, x)
		table.Target.Num = append(table.Target.Num, cost(x)*math.Exp(noise*r.NormFloat64()))
	}
	return table
}
