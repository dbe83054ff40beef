package judge

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/statistics/dataset"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

var n = expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}

func bin(op expression.Op, l, r expression.Node) expression.Node {
	return expression.Binary{Op: op, Left: l, Right: r}
}

func times(c float64, x expression.Node) expression.Node {
	return bin(expression.Mul, expression.Constant(c), x)
}

// measured is f over 1..40, each point three times with noise.
func measured(f func(float64) float64, noise float64) *model.Table {
	r := rand.New(rand.NewPCG(1, 1))
	c := model.Column{Variable: n.Variable, Kind: model.Number}
	y := model.Column{Kind: model.Number}
	for i := range 120 {
		x := float64(i%40 + 1)
		c.Num, y.Num = append(c.Num, x), append(y.Num, f(x)*math.Exp(noise*r.NormFloat64()))
	}
	return &model.Table{Columns: []model.Column{c}, Target: y}
}

func propose(nodes ...expression.Node) []blackboard.Proposal {
	out := make([]blackboard.Proposal, len(nodes))
	for i, node := range nodes {
		out[i].Expression = node
	}
	return out
}

func TestTheUnitOfTheDataDoesNotMatter(t *testing.T) {
	shapes := func(unit float64) []blackboard.Proposal {
		return propose(expression.Constant(40.123*unit), times(2.0123*unit, n), bin(expression.Add, times(2.0011*unit, n), times(0.00034*unit, bin(expression.Mul, n, n))))
	}
	for _, unit := range []float64{1e-9, 1, 1e9} {
		o := assessed(model.InternalAction, measured(func(x float64) float64 { return 2 * unit * x }, 0.05), shapes(unit), nil)
		if o.Verdict.Final != 1 {
			t.Errorf("in units of %g the judge chooses %d: %+v", unit, o.Verdict.Final, o.Grades)
		}
	}
}

func TestNothingLeftToLearnIsSaid(t *testing.T) {
	table := measured(func(x float64) float64 { return 2 * x }, 0.05)
	o := assessed(model.InternalAction, table, propose(times(2.0004, n)), nil)
	if !o.Verdict.Optimal() || !strings.Contains(Reason(&o.Verdict), "nothing left to learn") || math.Abs(float64(o.Verdict.Noise)-0.05) > 0.015 {
		t.Errorf("%+v", o.Verdict)
	}
	o = assessed(model.InternalAction, table, propose(expression.Constant(40)), nil)
	if o.Verdict.Optimal() {
		t.Errorf("a constant is called optimal: %s", Reason(&o.Verdict))
	}
}

func TestSomethingIsLeftToLearnWhereTheNextLaunchMayTakeMuchLonger(t *testing.T) {
	said := func(level, noise float64, rows int) *blackboard.Verdict {
		r := rand.New(rand.NewPCG(3, 3))
		table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		for i := range 3 * rows {
			x, launch := math.Round(math.Exp(math.Log(1000)*r.Float64())), i/rows
			table.Columns[0].Num = append(table.Columns[0].Num, x)
			table.Launch = append(table.Launch, int32(launch))
			table.Target.Num = append(table.Target.Num, 2*x*(1+level*float64(launch-1))*math.Exp(noise*r.NormFloat64()))
		}
		o := assessed(model.InternalAction, table, propose(times(2.0004, n)), nil)
		return &o.Verdict
	}
	if v := said(0.005, 0.03, 60); !strings.Contains(Reason(v), "nothing left to learn") || v.Inside() <= 0 || v.Inside() > blackboard.SureInside {
		t.Errorf("launches that differ by 1 %%: %s (%v)", Reason(v), v.Beyond())
	}
	if v := said(0.2, 0.03, 60); strings.Contains(Reason(v), "nothing left to learn") || !strings.Contains(Reason(v), "more launches") {
		t.Errorf("launches that differ by 40 %%: %s (%v)", Reason(v), v.Beyond())
	}
	if v := (blackboard.Verdict{Finding: blackboard.Explained, Reach: []blackboard.Reach{{Factor: 1, Beside: model.Figure(math.Inf(1))}}}); !strings.Contains(Reason(&v), "known not even to a factor of two") {
		t.Error(Reason(&v))
	}
	if v := said(0, 0.3, 6); strings.Contains(Reason(v), "nothing left to learn") {
		t.Errorf("eighteen scattered observations: %s (%v)", Reason(v), v.Beyond())
	}
}

func TestOfExactExpressionsTheShortestWins(t *testing.T) {
	table := measured(func(x float64) float64 { return x * (x + 1) }, 0)
	long := bin(expression.Add, bin(expression.Mul, n, n), n)
	short := bin(expression.Mul, n, bin(expression.Add, n, expression.Constant(1)))
	o := assessed(model.Loop, table, propose(times(21, n), long, bin(expression.Sub, bin(expression.Add, long, expression.Constant(3)), expression.Constant(3)), short), nil)
	if o.Verdict.Final != 3 && o.Verdict.Final != 1 || !o.Verdict.Optimal() {
		t.Errorf("%+v", o)
	}
}

func TestWhatMustNotBeUsedIsRefused(t *testing.T) {
	table := measured(func(x float64) float64 { return 2 * x }, 0.05)
	other := expression.Variable{Variable: model.Variable{Name: "other", Char: model.ValueOf}}
	for want, node := range map[string]expression.Node{
		"becomes negative": bin(expression.Sub, times(2.5, n), times(0.0201, bin(expression.Mul, n, n))),
		"is negative":      times(-2, n),
		"not finite":       bin(expression.Add, n, bin(expression.Div, expression.Constant(1), bin(expression.Sub, n, expression.Constant(5)))),
		"other.VALUE":      other,
	} {
		o := assessed(model.InternalAction, table, propose(node, times(2, n)), nil)
		if !math.IsInf(o.Grades[0].Fitness, 1) || !strings.Contains(o.Grades[0].Refused, want) || o.Verdict.Final != 1 {
			t.Errorf("%s: %+v", expression.String(node), o.Grades[0])
		}
	}
}

func TestABranchIsACategory(t *testing.T) {
	table := measured(func(x float64) float64 {
		if x > 20 {
			return 2
		}
		return 0
	}, 0)
	guard := bin(expression.Greater, n, expression.Constant(20))
	o := assessed(model.Branch, table, []blackboard.Proposal{
		{Branches: []blackboard.BranchProposal{{Probability: 0.5}, {}, {Probability: 0.5}}},
		{Branches: []blackboard.BranchProposal{{Guard: bin(expression.LessEqual, n, expression.Constant(20))}, {Guard: expression.Constant(0)}, {Guard: guard}}},
		{Branches: []blackboard.BranchProposal{{Guard: guard}, {Guard: expression.Constant(0)}, {Guard: bin(expression.LessEqual, n, expression.Constant(20))}}},
	}, nil)
	if o.Verdict.Final != 1 || !o.Verdict.Optimal() || o.Grades[1].RelativeError != 0 || o.Grades[2].RelativeError != 1 {
		t.Errorf("%+v", o)
	}
}

func TestUndecidedIsAResultWithAPlaceToMeasure(t *testing.T) {
	table := measured(func(x float64) float64 { return 10 }, 0.3)
	table.Target.Num[0] = 10
	o := assessed(model.InternalAction, table, propose(bin(expression.Add, expression.Constant(9.871), times(0.0141, n)), bin(expression.Add, expression.Constant(9.732), times(0.0652, expression.Unary{Func: expression.Sqrt, Arg: n})),
		bin(expression.Add, expression.Constant(9.871), times(0.00037, bin(expression.Mul, n, n)))), nil)
	if len(Warnings(&o.Verdict)) == 0 || !strings.Contains(strings.Join(Warnings(&o.Verdict), ""), "measure at n.VALUE = 160") {
		t.Errorf("%+v", o.Verdict)
	}
}

// undecidedView is a blackboard with one element whose form is undecided.
type undecidedView struct {
	view
	rounds int
}

func (v undecidedView) Elements() []model.Element { return v.view.Elements()[:1] }
func (v undecidedView) Proposals(model.ElementID) []blackboard.Proposal {
	return propose(bin(expression.Add, expression.Constant(9.871), times(0.0141, n)), bin(expression.Add, expression.Constant(9.871), times(0.00037, bin(expression.Mul, n, n))))
}

func (v undecidedView) State(key string, into any) error {
	if asked, ok := into.(*blackboard.Asked); ok && key == blackboard.AskedKey {
		asked.Rounds = v.rounds
	}
	return nil
}

func TestTheJudgeAsksForMoreAsOftenAsItMay(t *testing.T) {
	table := measured(func(x float64) float64 { return 10 }, 0.3)
	for _, test := range []struct{ rounds, more, asks int }{{0, 0, 0}, {0, 2, 1}, {1, 2, 1}, {2, 2, 0}} {
		ruling, err := New(Options{More: test.more}).Judge(context.Background(), undecidedView{view{table}, test.rounds})
		if err != nil {
			t.Fatal(err)
		}
		if len(ruling.Measure) != test.asks || ruling.Finished != (test.asks == 0) {
			t.Errorf("after %d of %d rounds: %+v", test.rounds, test.more, ruling)
		}
		if test.asks > 0 && (ruling.Asked.Rounds != test.rounds+1 || len(ruling.Asked.Where["a"]) != 1 || ruling.Asked.Where["a"][0].Value != 160) {
			t.Errorf("asked %+v", ruling.Asked)
		}
	}
}

func TestFormulasAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"error +": "cannot be read", "error * depht": `uses "depht"`, "error > 1": "not a number", "sqr(error)": "undefined function sqr; it may use",
		"size / 0": "no finite number for an expression of 1 nodes", "7": "the same for every expression", "size - error": "prefers larger errors", "log(size, 2)": "needs one number",
		"error size": "something stands where it cannot", strings.Repeat("(", 4000): "...\" cannot be read: unbalanced",
	} {
		if _, err := ParseFormula(text); err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := ParseFormula("max(error, 0.05) ** 2 + log(size)"); err != nil {
		t.Error(err)
	}
	formula, err := ParseFormula("100 * error + size + depth / 10 + cost / 1000")
	if err != nil {
		t.Fatal(err)
	}
	o := assessed(model.InternalAction, measured(func(x float64) float64 { return 2 * x }, 0.05), propose(times(2, n), expression.Constant(40)), formula)
	if o.Verdict.Final != 0 || math.Abs(o.Grades[0].Fitness-7) > 2 {
		t.Errorf("%+v", o.Grades)
	}
	// What the trial could not see: log(0) is no infinitely good fitness.
	pole, err := ParseFormula("log((size - 5) ** 2 / 9) + 100 * error")
	if err != nil {
		t.Fatal(err)
	}
	five := bin(expression.Add, times(2, n), expression.Constant(0.01))
	o = assessed(model.InternalAction, measured(func(x float64) float64 { return 2 * x }, 0.05), propose(five, times(2, n)), pole)
	if o.Verdict.Final != 1 || !strings.Contains(o.Grades[0].Refused, "no finite number") {
		t.Errorf("%+v", o.Grades)
	}
	small, err := ParseFormula("size + error / 1000")
	if err != nil {
		t.Fatal(err)
	}
	o = assessed(model.InternalAction, measured(func(x float64) float64 { return 2 * x }, 0.05), propose(times(2, n), expression.Constant(40)), small)
	if o.Verdict.Final != 1 || o.Verdict.Optimal() {
		t.Errorf("the verdict is about another proposal than the chosen one: %+v", o.Verdict)
	}
}

// view is a blackboard with two elements, one of which was never measured.
type view struct{ table *model.Table }

func (v view) Elements() []model.Element {
	return []model.Element{{ID: "a", Kind: model.InternalAction}, {ID: "b", Kind: model.Loop}}
}

func (v view) Table(id model.ElementID) *model.Table {
	if id == "a" {
		return v.table
	}
	return &model.Table{}
}

func (v view) Data(e *model.Element) *dataset.Data {
	return dataset.Prepare(v.Table(e.ID), e.Kind.Noisy())
}
func (v view) State(string, any) error { return nil }
func (v view) Proposals(id model.ElementID) []blackboard.Proposal {
	if id == "a" {
		return propose(times(2, n))
	}
	return nil
}

func TestAnUnmeasuredElementSwampsNothing(t *testing.T) {
	v := view{measured(func(x float64) float64 { return 2 * x }, 0.05)}
	ruling, err := New(Options{}).Judge(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	if !ruling.Finished || ruling.Verdicts["a"].Final != 0 || ruling.Verdicts["b"].Final != -1 || ruling.Reason != "no further improvement found" {
		t.Errorf("%+v", ruling)
	}
}

func TestAMedianOfReplicatesThatDisagreeIsNotExact(t *testing.T) {
	c := model.Column{Variable: n.Variable, Kind: model.Number}
	y := model.Column{Kind: model.Number}
	for i := range 60 {
		c.Num = append(c.Num, 5)
		y.Num = append(y.Num, float64(i*7%60))
	}
	o := assessed(model.Loop, &model.Table{Columns: []model.Column{c}, Target: y}, propose(expression.Constant(29.5)), nil)
	if o.Verdict.Optimal() || strings.Contains(Reason(&o.Verdict), "exact") {
		t.Errorf("%+v", o.Verdict)
	}
}

func TestCopiedRowsAreNotCalledFreeOfNoise(t *testing.T) {
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 40 {
		x := float64(10 + 7*i)
		y := 3 * x * math.Exp(0.1*r.NormFloat64())
		for copies := range 3 {
			table.Columns[0].Num = append(table.Columns[0].Num, x)
			table.Target.Num = append(table.Target.Num, y+float64(copies/2*(i/39))) // one that is no copy
		}
	}
	o := assessed(model.InternalAction, table, propose(times(3.001, n)), nil)
	if o.Verdict.Optimal() || !strings.Contains(Reason(&o.Verdict), "are rows copies") {
		t.Errorf("%+v", o.Verdict)
	}
}

func TestOfOneWayNobodyKnowsWhenAnotherIsTaken(t *testing.T) {
	table := measured(func(float64) float64 { return 1 }, 0)
	sure := []blackboard.Proposal{{Branches: []blackboard.BranchProposal{{Probability: 0}, {Probability: 1}}}}
	said := func(kind model.Kind, proposals []blackboard.Proposal, want string) {
		t.Helper()
		v := assessed(kind, table, proposals, nil).Verdict
		if Reason(&v) != want+"; no other case was seen" || v.Optimal() {
			t.Errorf("want %s: %+v", want, v)
		}
	}
	said(model.Branch, sure, "always the same way in 120 observations")
	table.Target.Kind = model.Bool
	said(model.Branch, sure, "always true in 120 observations")
	table.Target.Kind, table.Target.Levels = model.Text, []string{"get", "post"}
	said(model.Branch, sure, `always "post" in 120 observations`)
	said(model.CallParameter, propose(expression.Text("post")), `always "post" in 120 observations`)

	// Another way was seen, too: now a rule can be exact.
	rule := bin(expression.Greater, n, expression.Constant(1))
	for i, x := range table.Columns[0].Num {
		table.Target.Num[i] = 1
		if x <= 1 {
			table.Target.Num[i] = 0
		}
	}
	v := assessed(model.Branch, table, []blackboard.Proposal{{Branches: []blackboard.BranchProposal{
		{Guard: bin(expression.LessEqual, n, expression.Constant(1))}, {Guard: rule},
	}}}, nil).Verdict
	if !v.Optimal() || Reason(&v) != "exact on all 120 observations" {
		t.Errorf("%+v", v)
	}
}

func TestManyNumbersThroughFewInputsAreNotCalledOptimal(t *testing.T) {
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for i := range 28 {
		x := float64(i%4 + 1)
		table.Columns[0].Num = append(table.Columns[0].Num, x)
		table.Target.Num = append(table.Target.Num, 3.217+1.713*x+0.4391*x*x)
	}
	sum := bin(expression.Add, bin(expression.Add, expression.Constant(3.217), times(1.713, n)), times(0.4391, bin(expression.Mul, n, n)))
	v := assessed(model.InternalAction, table, propose(sum), nil).Verdict
	if v.Optimal() || !strings.Contains(Reason(&v), "3 numbers for 4 different inputs: measure other") {
		t.Errorf("%+v", v)
	}
}

// assessed judges proposals for a table.
func assessed(kind model.Kind, table *model.Table, proposals []blackboard.Proposal, formula *Formula) Opinion {
	return Assess(kind, dataset.Prepare(table, kind.Noisy()), proposals, formula)
}
