package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/statistics/dataset"

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

func TestOfADecisionItIsSaidHowOftenEachTransitionWasTakenAndPredicted(t *testing.T) {
	guard := expression.Binary{Op: expression.Greater, Left: n, Right: expression.Constant(30)}
	e, err := ExplainBranch(t.Context(), dataset.PrepareKind(decided(), model.Branch), []blackboard.BranchProposal{{Guard: guard}, {Guard: expression.Unary{Func: expression.Not, Arg: guard}}})
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
	e, err := ExplainBranch(t.Context(), dataset.PrepareKind(decided(), model.Branch), []blackboard.BranchProposal{{Probability: 0.25}, {Probability: 0.75}})
	if err != nil || len(e.Transitions) != 2 {
		t.Fatalf("%+v, %v", e, err)
	}
	share := 31.0 / 120
	if x := e.Transitions[0]; !(x.Low < share && share < x.High) || x.High-x.Low > 0.15 || x.Right != 0 {
		t.Errorf("%+v around %g", x, share)
	}
	if x := e.Transitions[1]; x.Right != x.Taken {
		t.Errorf("the likeliest transition is not what is predicted: %+v", x)
	}
}

func TestAGuardThatFailsOnMeasuredInputsIsNoEvidence(t *testing.T) {
	never := expression.Binary{Op: expression.Greater, Left: n, Right: expression.Constant(99)}
	if _, err := ExplainBranch(t.Context(), dataset.PrepareKind(decided(), model.Branch), []blackboard.BranchProposal{{Guard: never}, {Guard: never}}); err == nil {
		t.Error("no guard holds, and nothing is said")
	}
}

// choices is a table of decisions over inputs that only seldom repeat.
func choices(rows int, taken func(r *rand.Rand, x float64, flag bool) float64) *model.Table {
	r := rand.New(rand.NewPCG(7, uint64(rows)))
	flag := model.Column{Variable: model.Variable{Name: "flag", Char: model.ValueOf}, Kind: model.Bool}
	c := model.Column{Variable: n.Variable, Kind: model.Number}
	y := model.Column{Kind: model.Text, Levels: []string{"no", "yes"}}
	for range rows {
		x, f := float64(r.IntN(1000)), r.IntN(2) == 0
		c.Num, flag.Num = append(c.Num, x), append(flag.Num, truth(f))
		y.Num = append(y.Num, taken(r, x, f))
	}
	return &model.Table{Columns: []model.Column{c, flag}, Target: y}
}

func truth(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

func guarded(n expression.Node) []blackboard.BranchProposal {
	return []blackboard.BranchProposal{{Guard: expression.Unary{Func: expression.Not, Arg: n}}, {Guard: n}}
}

func TestAGuardIsPredictedFromOtherInputsBesideTheMostFrequentChoice(t *testing.T) {
	table := choices(200, func(_ *rand.Rand, x float64, _ bool) float64 { return truth(x > 300) })
	e, err := ExplainBranch(t.Context(), dataset.PrepareKind(table, model.Branch), guarded(expression.Binary{Op: expression.Greater, Left: n, Right: expression.Constant(300)}))
	if err != nil || e.Frequent == nil || e.Brier != nil {
		t.Fatalf("%+v, %v", e, err)
	}
	if e.Training != 0 || e.Validation > 0.03 || e.Extrapolation != 0 {
		t.Errorf("wrong are %g on all, %g on what is left out, %g on the largest", e.Training, e.Validation, e.Extrapolation)
	}
	if f := *e.Frequent; f.Validation < 0.2 || f.Validation > 0.4 || f.Extrapolation != 0 { // the largest are all of the most frequent kind
		t.Errorf("the most frequent choice misses %+v", f)
	}
}

func TestAThresholdAmongTheLargestIsNotPredictedFromTheSmaller(t *testing.T) {
	table := choices(200, func(_ *rand.Rand, x float64, _ bool) float64 { return truth(x > 900) })
	e, err := ExplainBranch(t.Context(), dataset.PrepareKind(table, model.Branch), guarded(expression.Binary{Op: expression.Greater, Left: n, Right: expression.Constant(900)}))
	if err != nil || e.Training != 0 || e.Validation > 0.03 || e.Extrapolation < 0.3 {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestAGuardThatOnlyMeetsChanceIsSeenOnInputsLeftOut(t *testing.T) {
	table := choices(40, func(r *rand.Rand, _ float64, _ bool) float64 { return float64(r.IntN(2)) })
	// It says every single point rightly, and knows nothing.
	var learnt expression.Node
	for i, y := range table.Target.Num {
		is := expression.Node(expression.Binary{Op: expression.Equal, Left: n, Right: expression.Constant(table.Columns[0].Num[i])})
		switch {
		case y == 0:
		case learnt == nil:
			learnt = is
		default:
			learnt = expression.Binary{Op: expression.Or, Left: learnt, Right: is}
		}
	}
	e, err := ExplainBranch(t.Context(), dataset.PrepareKind(table, model.Branch), guarded(learnt))
	if err != nil || e.Training > 0.05 || e.Validation < 0.3 {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestOfSharesItIsSaidWhetherTheyHoldElsewhere(t *testing.T) {
	for _, c := range []struct {
		name  string
		taken func(r *rand.Rand, x float64, flag bool) float64
		holds bool
	}{
		{"everywhere alike", func(r *rand.Rand, _ float64, _ bool) float64 { return truth(r.Float64() < 0.2) }, true},
		{"more often where n is large", func(r *rand.Rand, x float64, flag bool) float64 {
			return truth(r.Float64() < choose(x > 800 && flag, 1, 0.1))
		}, false},
	} {
		e, err := ExplainBranch(t.Context(), dataset.PrepareKind(choices(400, c.taken), model.Branch), []blackboard.BranchProposal{{Probability: 0.8}, {Probability: 0.2}})
		if err != nil || e.Brier == nil {
			t.Fatalf("%s: %+v, %v", c.name, e, err)
		}
		b := *e.Brier
		if math.Abs(b.Validation-b.Training) > 0.02 || (math.Abs(b.Extrapolation-b.Training) < 0.06) != c.holds {
			t.Errorf("%s: Brier %+v", c.name, b)
		}
	}
}

func choose(holds bool, yes, no float64) float64 {
	if holds {
		return yes
	}
	return no
}

func TestEqualInputsAreLeftOutTogether(t *testing.T) {
	// Each of eight inputs was seen fifty times and decides by itself: who is left
	// out cannot be known from the others.
	r := rand.New(rand.NewPCG(1, 2))
	c, y := model.Column{Variable: n.Variable, Kind: model.Number}, model.Column{Kind: model.Text, Levels: []string{"no", "yes"}}
	for i := range 400 {
		c.Num, y.Num = append(c.Num, float64(i%8)), append(y.Num, truth((i%8)%3 == 1 && r.IntN(50) > 0))
	}
	table := &model.Table{Columns: []model.Column{c}, Target: y}
	guard := expression.Binary{Op: expression.Equal, Left: expression.Binary{Op: expression.Mod, Left: n, Right: expression.Constant(3)}, Right: expression.Constant(1)}
	e, err := ExplainBranch(t.Context(), dataset.PrepareKind(table, model.Branch), guarded(guard))
	if err != nil || e.Training > 0.02 || e.Validation < 0.1 {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestFewInputsAreNotLeftOut(t *testing.T) {
	table := choices(4, func(_ *rand.Rand, x float64, _ bool) float64 { return truth(x > 300) })
	e, err := ExplainBranch(t.Context(), dataset.PrepareKind(table, model.Branch), []blackboard.BranchProposal{{Probability: 0.5}, {Probability: 0.5}})
	if err != nil || !math.IsNaN(e.Validation) || !math.IsNaN(e.Frequent.Extrapolation) || math.IsNaN(e.Frequent.Training) {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestAChoiceOfATextIsExaminedLikeADecision(t *testing.T) {
	table := choices(200, func(_ *rand.Rand, x float64, _ bool) float64 { return truth(x > 300) })
	choice := expression.If{Cond: expression.Binary{Op: expression.Greater, Left: n, Right: expression.Constant(300)}, Then: expression.Text("yes"), Else: expression.Text("no")}
	e, err := Explain(t.Context(), dataset.Prepare(table, model.CallParameter.Noisy()), choice)
	if err != nil || e.Frequent == nil || e.Training != 0 || e.Validation > 0.03 || e.Frequent.Validation < 0.2 {
		t.Errorf("%+v, %v", e, err)
	}
}
