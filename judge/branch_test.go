package judge

import (
	"math"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// Of four ways that chance takes no single decision can be foretold, and the shares are what happens; a
// condition that says most decisions wrongly says nothing.
func TestSharesAreNotHeldAgainstSingleDecisions(t *testing.T) {
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for i := range 400 {
		table.Columns[0].Num = append(table.Columns[0].Num, float64(i%7))
		table.Target.Num = append(table.Target.Num, float64(i%4))
	}
	never := expression.Constant(0)
	for _, c := range []struct {
		name     string
		branches []blackboard.BranchProposal
		below    int
	}{
		{"shares", []blackboard.BranchProposal{{Probability: 0.25}, {Probability: 0.25}, {Probability: 0.25}, {Probability: 0.25}}, 0},
		{"conditions", []blackboard.BranchProposal{{Guard: expression.Constant(1)}, {Guard: never}, {Guard: never}, {Guard: never}}, 1},
	} {
		o := assess(model.Branch, dataset.PrepareKind(table, model.Branch), []blackboard.Proposal{{Branches: c.branches}}, nil)
		if got := (Options{Error: ErrorLimit, Total: TotalLimit}).below(&o.Verdict); len(got) != c.below || o.Verdict.Finding != blackboard.Misfits {
			t.Errorf("%s: below are %v, the finding is %q", c.name, got, o.Verdict.Finding)
		}
	}
}

// That a rule is always wrong makes it no better than a guess.
func TestARuleThatIsAlwaysWrongIsNoBetterThanAGuess(t *testing.T) {
	const n = 100
	guess := n * math.Log(2)
	if wrong := errorLoss(n, 0, 2); wrong < guess {
		t.Errorf("always wrong costs %g, a guess %g", wrong, guess)
	}
	if half := errorLoss(n/2, n/2, 2); math.Abs(half-guess) > 1 {
		t.Errorf("half wrong costs %g, a guess %g", half, guess)
	}
	if right := errorLoss(1, n-1, 2); right > guess/5 {
		t.Errorf("once wrong costs %g", right)
	}
}
