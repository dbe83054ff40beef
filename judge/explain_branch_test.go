package judge

import (
	"math"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// decided is a branch that is taken where n is above 30, over 1..40, three
// times each; of n = 1 one in three goes the other way.
func decided() *model.Table {
	c := model.Column{Variable: n.Variable, Kind: model.Number}
	y := model.Column{Kind: model.Text, Levels: []string{"large", "small"}}
	for i := range 120 {
		x, taken := float64(i%40+1), 1.0
		if x > 30 || i == 0 {
			taken = 0
		}
		c.Num, y.Num = append(c.Num, x), append(y.Num, taken)
	}
	return &model.Table{Columns: []model.Column{c}, Target: y}
}

func TestOfADecisionItIsSaidHowOftenEachTransitionWasTakenAndForetold(t *testing.T) {
	guard := expression.Binary{Op: expression.Greater, Left: n, Right: expression.Constant(30)}
	e, err := ExplainBranch(decided(), []blackboard.BranchProposal{{Guard: guard}, {Guard: expression.Unary{Func: expression.Not, Arg: guard}}})
	if err != nil || len(e.Transitions) != 2 {
		t.Fatalf("%+v, %v", e, err)
	}
	if large, small := e.Transitions[0], e.Transitions[1]; large.Taken != 31 || large.Right != 30 || small.Taken != 89 || small.Right != 89 {
		t.Errorf("%+v", e.Transitions)
	}
	if math.Abs(e.Training-1.0/120) > 1e-12 {
		t.Errorf("%g of the decisions are wrong", e.Training)
	}
}

func TestTheShareOfATransitionComesWithItsInterval(t *testing.T) {
	e, err := ExplainBranch(decided(), []blackboard.BranchProposal{{Probability: 0.25}, {Probability: 0.75}})
	if err != nil || len(e.Transitions) != 2 {
		t.Fatalf("%+v, %v", e, err)
	}
	share := 31.0 / 120
	if x := e.Transitions[0]; !(x.Low < share && share < x.High) || x.High-x.Low > 0.15 || x.Right != 0 {
		t.Errorf("%+v around %g", x, share)
	}
	if x := e.Transitions[1]; x.Right != x.Taken {
		t.Errorf("the likeliest transition is not what is foretold: %+v", x)
	}
}

func TestAGuardThatFailsOnMeasuredInputsIsNoEvidence(t *testing.T) {
	never := expression.Binary{Op: expression.Greater, Left: n, Right: expression.Constant(99)}
	if _, err := ExplainBranch(decided(), []blackboard.BranchProposal{{Guard: never}, {Guard: never}}); err == nil {
		t.Error("no guard holds, and nothing is said")
	}
}
