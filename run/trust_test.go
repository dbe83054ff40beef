package run

import "testing"

func TestTheVerdictIsAWord(t *testing.T) {
	best := &Proposed{}
	for want, e := range map[Trust]ElementState{
		NotYet:      {},
		Trusted:     {Best: best, Optimal: true, Notes: []string{"sampled evenly"}},
		Check:       {Best: best, Optimal: true, Warnings: []string{"two launches differ"}},
		MeasureMore: {Best: best, Undecided: "between two forms", Warnings: []string{"between two forms"}},
	} {
		if got := e.Trust(); got != want {
			t.Errorf("%q, want %q: %+v", got, want, e)
		}
	}
	one := ElementState{Best: best, Finding: "one observation"}
	if got := one.Trust(); got != MeasureMore {
		t.Errorf("one observation: %q", got)
	}
}

func TestWhatCameOfAnAnalysisCountsTheWordsOfItsElements(t *testing.T) {
	best := &Proposed{}
	v := VerdictsOf([]ElementState{{}, {Best: best, Optimal: true}, {Best: best}, {Best: best, Optimal: true}})
	if got := Result(v, "no further improvement found"); got != "2 trust, 1 check, 1 not yet; no further improvement found" {
		t.Error(got)
	}
	if got := Result(VerdictsOf([]ElementState{{}}), "the build failed"); got != "the build failed" {
		t.Errorf("where nothing was learnt: %s", got)
	}
}
