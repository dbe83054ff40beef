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
		{"conditions", []blackboard.BranchProposal{{Guard: expression.Constant(1)}, {Guard: never}, {Guard: never}, {Guard: never}}, 2},
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

// In a loop of n rounds the first three go one way: small n do so more often, and no condition on n says which
// rounds. A condition that misses as much as the shares do is not written in their place, but one that misses less is.
func TestSharesStayWhereConditionsMissAsMuch(t *testing.T) {
	table := func(first float64) *model.Table {
		table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		for rounds := 4.0; rounds < 120; rounds++ {
			for _, way := range []float64{0, 1} {
				weight := first
				if way == 1 {
					weight = rounds - first
				}
				if rounds < 8 && first == 1 { // nearly all small ones go the first way
					weight = 30 * (1 - way)
				}
				if weight > 0 {
					table.Columns[0].Num, table.Target.Num, table.Weight = append(table.Columns[0].Num, rounds), append(table.Target.Num, way), append(table.Weight, weight)
				}
			}
		}
		return table
	}
	small := expression.Binary{Op: expression.Less, Left: n, Right: expression.Constant(8)}
	proposals := []blackboard.Proposal{
		{Branches: []blackboard.BranchProposal{{Guard: small}, {Guard: expression.Unary{Func: expression.Not, Arg: small}}}},
		{Branches: []blackboard.BranchProposal{{Probability: 0.05}, {Probability: 0.95}}},
	}
	if o := assess(model.Branch, dataset.PrepareKind(table(3), model.Branch), proposals, nil); o.Verdict.Final != 1 {
		t.Errorf("chose %d of %+v, want the shares", o.Verdict.Final, o.Grades)
	}
	if o := assess(model.Branch, dataset.PrepareKind(table(1), model.Branch), proposals, nil); o.Verdict.Final != 0 {
		t.Errorf("chose %d of %+v, want the condition", o.Verdict.Final, o.Grades)
	}
}

// A driver repeats 32 inputs 100 times each, and what nobody observed decides: questions that tell all inputs apart say
// every decision, and foresee none. Of as many different inputs a condition that says all decisions is no chance.
func TestRepetitionsAreNoEvidenceOfACondition(t *testing.T) {
	hidden := []byte("01101001110001011010011100101101")
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	var apart expression.Node = expression.Constant(0)
	for i, way := range hidden {
		for range 100 {
			table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, float64(i)), append(table.Target.Num, float64(way-'0'))
		}
		if way == '0' {
			apart = expression.Binary{Op: expression.Or, Left: apart, Right: expression.Binary{Op: expression.Equal, Left: n, Right: expression.Constant(float64(i))}}
		}
	}
	proposals := []blackboard.Proposal{
		{Branches: []blackboard.BranchProposal{{Guard: apart}, {Guard: expression.Unary{Func: expression.Not, Arg: apart}}}},
		{Branches: []blackboard.BranchProposal{{Probability: 0.5}, {Probability: 0.5}}},
	}
	if o := assess(model.Branch, dataset.PrepareKind(table, model.Branch), proposals, nil); o.Verdict.Final != 1 {
		t.Errorf("chose %d of %+v, want the shares", o.Verdict.Final, o.Grades)
	}
}
