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
	if v.Within == nil || len(v.Below) > 0 {
		t.Fatalf("within %+v, below %+v, apart %v, undecided %+v, grades %+v, held out %+v", v.Within, v.Below, v.Apart, v.Undecided, o.Grades, v.HeldOut)
	}
	if w := v.Within; w.Factor != 1 || len(w.Most) != 1 || w.Most[0].Variable != n.Variable || w.Most[0].Value != 130 || len(w.Beyond) != 1 || w.Beyond[0].What != blackboard.FormLimit {
		t.Errorf("within %+v", w)
	}
	said := strings.Join(Warnings(v), "\n")
	for _, part := range []string{"to be used up to n.VALUE = 130 only (what was measured)", "beyond, forms that the measurements hardly tell apart differ by", "measure larger ones"} {
		if !strings.Contains(said, part) {
			t.Errorf("%q is not in %q", part, said)
		}
	}
}

// What breaks no limit is no better known beyond the data than its rival: it stands as far as both say the same, and what
// is undecided is not said twice.
func TestWhatIsUndecidedStandsAsFarAsBothFormsSayTheSame(t *testing.T) {
	longer := times(1e-8/math.Log2(115), expression.Binary{Op: expression.Mul, Left: n, Right: expression.Binary{Op: expression.Log, Left: expression.Constant(2), Right: n}})
	o := assessed(model.InternalAction, nearby(130, 0.2), propose(times(1e-8, n), longer), nil)
	(Options{Error: ErrorLimit, Total: TotalLimit}).settle(&o.Verdict)
	v := &o.Verdict
	if v.Undecided == nil || len(v.Below) > 0 || v.Within == nil {
		t.Fatalf("undecided %+v, below %+v, within %+v", v.Undecided, v.Below, v.Within)
	}
	if v.Within.Factor != v.Undecided.Safe || len(v.Within.Beyond) > 0 || Within(v) != "" {
		t.Errorf("within %+v, undecided up to %v, said %q", v.Within, v.Undecided.Safe, Within(v))
	}
	v.Within.Factor = v.Undecided.Safe / 2 // a third form parts earlier
	if said := Within(v); !strings.Contains(said, "to be used up to n.VALUE = ") || !strings.Contains(said, "beyond, another form") {
		t.Errorf("said %q", said)
	}
}

// Where two forms part within what was measured, there is no range for which one of them stands.
func TestFormsThatPartWithinTheDataAreWrittenForNoRange(t *testing.T) {
	square := expression.Binary{Op: expression.Mul, Left: times(1e-10/1.5, n), Right: n}
	o := assessed(model.InternalAction, nearby(200, 1.5), propose(times(1e-8, n), square), nil)
	if o.Verdict.Apart < farApart {
		t.Fatalf("the two are %v apart", o.Verdict.Apart)
	}
	if o.Verdict.Within != nil {
		t.Errorf("within %+v", o.Verdict.Within)
	}
}

// What was measured decides on what was measured, whichever forms are open: where each fifth of the inputs is known to be held, up to a
// level that totals tell of.
func TestAnExpressionHoldsWhatWasMeasuredWhereThatIsKnown(t *testing.T) {
	measured := func(rows int, noise, power float64, holes ...int) *dataset.Data {
		r := rand.New(rand.NewPCG(7, 7))
		table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		for range rows {
			x := math.Round(100 * math.Exp(3*r.Float64()))
			table.Columns[0].Num = append(table.Columns[0].Num, x)
			table.Target.Num = append(table.Target.Num, 1e-8*math.Pow(x, power)*math.Exp(noise*r.NormFloat64()))
		}
		for _, row := range holes {
			table.Target.Num[row] = math.NaN()
		}
		return dataset.Prepare(table, true)
	}
	for name, test := range map[string]struct {
		data *dataset.Data
		want bool
	}{
		"a line":                  {measured(600, 0.3, 1), true},
		"a line with a hole":      {measured(600, 0.3, 1, 300), true},
		"a line of few rows":      {measured(15, 0.3, 1), false},
		"a line under much noise": {measured(600, 1.5, 1), false},
		"no line":                 {measured(600, 0.3, 1.5), false},
	} {
		if got := holdsFifths(test.data, times(3e-8, n)); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A range is for what lies beyond it: totals that are off, launches that differ and observations that are too few
// are faults of what was measured itself.
func TestARangeIsNoExcuseForWhatWasMeasured(t *testing.T) {
	held := func(total model.Figure, launch float64) *blackboard.HeldOut {
		return &blackboard.HeldOut{Launches: 3, Parts: 3, Observations: 300, Total: total, Launch: launch}
	}
	for name, test := range map[string]struct {
		verdict blackboard.Verdict
		written bool
	}{
		"open beyond":            {blackboard.Verdict{Apart: 0.6, HeldOut: held(-0.04, 1.1)}, true},
		"a fractional power":     {blackboard.Verdict{Fractional: true, Undecided: &blackboard.Undecided{Cause: blackboard.TwoForms, Gap: 0.2, Safe: 1.25}, HeldOut: held(0.02, 1.1)}, true},
		"totals off":             {blackboard.Verdict{Apart: 0.6, HeldOut: held(-0.11, 1.1)}, false},
		"launches differ":        {blackboard.Verdict{Apart: 0.6, HeldOut: held(-0.04, 2.6)}, false},
		"few observations":       {blackboard.Verdict{Apart: 0.6, HeldOut: held(-0.04, 1.1), Finding: blackboard.Few}, false},
		"no launch was left out": {blackboard.Verdict{Apart: 0.6}, false},
	} {
		v := test.verdict
		v.Within = &blackboard.Within{Factor: 1.25, Most: []blackboard.Assigned{{Variable: n.Variable, Value: 100}}}
		(Options{Error: ErrorLimit, Total: TotalLimit}).settle(&v)
		if written := len(v.Below) == 0; written != test.written || (v.Within != nil) != test.written {
			t.Errorf("%s: below %+v, within %+v", name, v.Below, v.Within)
		}
	}
	decided := blackboard.Verdict{HeldOut: held(0.01, 1.1), Within: &blackboard.Within{Factor: 4}}
	if (Options{}).settle(&decided); decided.Within != nil {
		t.Errorf("what is decided is bounded to %+v", decided.Within)
	}
}
