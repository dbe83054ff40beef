package judge

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// together is what a line of one parameter costs, and another parameter that strays from
// twice the first by so much.
func together(apart float64) *dataset.Data {
	r := rand.New(rand.NewPCG(3, 9))
	twin := expression.Variable{Variable: model.Variable{Name: "twin", Char: model.ValueOf}}
	table := &model.Table{Target: model.Column{Kind: model.Number}, Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}, {Variable: twin.Variable, Kind: model.Number}}}
	for range 150 {
		x := math.Round(10 * math.Exp(4*r.Float64()))
		table.Columns[0].Num = append(table.Columns[0].Num, x)
		table.Columns[1].Num = append(table.Columns[1].Num, math.Round(2*x*math.Exp(apart*r.NormFloat64())))
		table.Target.Num = append(table.Target.Num, 1e-8*x*math.Exp(0.2*r.NormFloat64()))
	}
	return dataset.Prepare(table, true)
}

func TestParametersThatVaryTogetherAreSaidToBeUndecided(t *testing.T) {
	o := Assess(model.InternalAction, together(0.03), propose(times(1e-8, n)), nil)
	u := o.Verdict.Undecided
	if u == nil || u.Cause != blackboard.TwoTogether || len(u.Place) != 2 {
		t.Fatalf("%+v, want that both parameters explain it alike", u)
	}
	if at := slices.IndexFunc(u.Place, func(a blackboard.Assigned) bool { return a.Variable.Name == "twin" }); at < 0 || u.Place[at].Value < 3000 {
		t.Errorf("%+v, want the other parameter beyond its range", u.Place)
	}
	if u := Assess(model.InternalAction, together(0.2), propose(times(1e-8, n)), nil).Verdict.Undecided; u != nil {
		t.Errorf("%+v, though the other parameter goes its own way", u)
	}
}

// Up to four times the range a logarithm of the one says nearly what one of the other says; where the one is large and the other
// small, which no measurement of both together shows, it does not.
func TestALogarithmOfOneOfTwoInputsIsSaidToBeUndecidedByTheLeastOfTheOther(t *testing.T) {
	d := together(0.03)
	log := func(v expression.Node) expression.Node {
		return expression.Binary{Op: expression.Add, Left: expression.Constant(5e-7), Right: times(2e-8, expression.Binary{Op: expression.Log, Left: expression.Constant(2), Right: v})}
	}
	for i, x := range d.Table.Columns[0].Num {
		d.Table.Target.Num[i] *= (5e-7 + 2e-8*math.Log2(x)) / (1e-8 * x)
	}
	d = dataset.Prepare(d.Table, true)
	o := Assess(model.InternalAction, d, propose(log(n)), nil)
	u := o.Verdict.Undecided
	if u == nil || u.Cause != blackboard.TwoTogether {
		t.Fatalf("%+v, want that both parameters explain it alike", u)
	}
	if at := slices.IndexFunc(u.Place, func(a blackboard.Assigned) bool { return a.Variable.Name == "twin" }); at < 0 || u.Place[at].Value > 50 {
		t.Errorf("%+v, want the other parameter at its least", u.Place)
	}
}

// A number that stands for names and these explain it alike: whichever of both was chosen, that is said, and where to measure.
func TestNamesAndANumberThatStandsForThemAreSaidToBeUndecided(t *testing.T) {
	mode := model.Column{Variable: model.Variable{Name: "mode", Char: model.ValueOf}, Kind: model.Text, Levels: []string{"fast", "best"}}
	code := expression.Variable{Variable: model.Variable{Name: "code", Char: model.ValueOf}}
	r := rand.New(rand.NewPCG(2, 5))
	table := &model.Table{Columns: []model.Column{mode, {Variable: code.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for i := range 120 {
		level := r.IntN(2)
		x := 1 + 7*float64(level)
		if i == 60 {
			x++
		}
		table.Columns[0].Num, table.Columns[1].Num = append(table.Columns[0].Num, float64(level)), append(table.Columns[1].Num, x)
		table.Target.Num = append(table.Target.Num, []float64{2e-5, 9e-5}[level]*math.Exp(0.2*r.NormFloat64()))
	}
	d := dataset.Prepare(table, true)
	byName := expression.If{Cond: expression.Binary{Op: expression.Equal, Left: expression.Variable{Variable: mode.Variable}, Right: expression.Text("fast")}, Then: expression.Constant(2e-5), Else: expression.Constant(9e-5)}
	byCode := expression.Binary{Op: expression.Add, Left: expression.Constant(1e-5), Right: times(1e-5, code)}
	for _, chosen := range []expression.Node{byName, byCode} {
		u := Assess(model.InternalAction, d, propose(chosen), nil).Verdict.Undecided
		if u == nil || u.Cause != blackboard.TwoTogether || len(u.Place) != 2 {
			t.Errorf("%s: %+v, want that both parameters explain it alike", expression.String(chosen), u)
		}
	}
}
