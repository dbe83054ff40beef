package judge

import (
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// A demand that was seen twice is known as badly as one that was seen once; a count
// has no noise, so that two inputs may tell it.
func TestADemandFromAFewObservationsIsNotWritten(t *testing.T) {
	for _, c := range []struct {
		kind model.Kind
		seen int
		want blackboard.Finding
	}{
		{model.InternalAction, 1, blackboard.Few},
		{model.InternalAction, 2, blackboard.Few},
		{model.InternalAction, 4, blackboard.Few},
		{model.InternalAction, 5, blackboard.Exact}, // the constant is the median of all
		{model.Loop, 2, blackboard.Exact},
	} {
		table := &model.Table{Target: model.Column{Kind: model.Number}}
		for i := range c.seen {
			value := 3.0
			if c.kind.Noisy() {
				value = 0.05 + 0.001*float64(i%2)
			}
			table.Target.Num = append(table.Target.Num, value)
		}
		proposed := expression.Constant(table.Target.Num[0])
		v := Assess(c.kind, dataset.Prepare(table, c.kind.Noisy()), propose(proposed), nil).Verdict
		few := strings.Contains(Below(&blackboard.Verdict{Finding: v.Finding, Below: (Options{}).below(&v)}), "limit 5")
		if v.Finding != c.want || few != (c.want == blackboard.Few) {
			t.Errorf("%s seen %d times: %s, refused: %v", c.kind, c.seen, v.Finding, few)
		}
	}
}

// Without inputs no place to measure decides, and none is named.
func TestUndecidedConstantsNameNoPlace(t *testing.T) {
	said := Undecided(&blackboard.Verdict{Undecided: &blackboard.Undecided{Chosen: "3", Rival: "1", Gap: 2.0 / 3}})
	if said != "undecided between 3 and 1, which differ by 67 %: measure longer" {
		t.Error(said)
	}
}

// A program that warms up is slower than is predicted, never a thousand times quicker: what is predicted so goes
// astray on inputs that it had.
func TestWhatPredictsFarTooMuchForWarmUpGoesAstray(t *testing.T) {
	for modelled, astray := range map[float64]bool{0.2: false, 3: false, 3000: true, 7e97: true} {
		v := blackboard.Verdict{Finding: blackboard.Explained, HeldOut: &blackboard.HeldOut{Launches: 2, Launch: 1, WarmUp: &blackboard.WarmUp{Observations: 100, Measured: 1, Modelled: modelled}}}
		v.Below = (Options{}).below(&v)
		if said := Below(&v); strings.Contains(said, "far too high at their inputs") != astray || len(v.Below) > 1 {
			t.Errorf("where %g times is predicted it says %q", modelled, said)
		}
	}
}
