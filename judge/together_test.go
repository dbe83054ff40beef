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
