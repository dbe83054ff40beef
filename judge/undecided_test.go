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

// twinView is a blackboard with one element, exactly 2n + 4, whose second number
// is a line of n in all observations.
type twinView struct {
	view
	twin  model.Variable
	apart bool // one observation is off the line
}

func (v twinView) Elements() []model.Element { return []model.Element{{ID: "a", Kind: model.Loop}} }
func (v twinView) Proposals(model.ElementID) []blackboard.Proposal {
	return propose(bin(expression.Add, expression.Constant(4), times(2, n)))
}

func (v twinView) Table(model.ElementID) *model.Table {
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}, {Variable: v.twin, Kind: model.Number}}}
	table.Target.Kind = model.Number
	for _, x := range []float64{10, 20, 30, 40, 40} {
		table.Columns[0].Num = append(table.Columns[0].Num, x)
		table.Columns[1].Num = append(table.Columns[1].Num, 2*x)
		table.Target.Num = append(table.Target.Num, 2*x+4)
	}
	if v.apart {
		table.Columns[1].Num[4] = 320
	}
	return table
}

func (v twinView) Data(e *model.Element) *dataset.Data {
	return dataset.Prepare(v.Table(e.ID), e.Kind.Noisy())
}

func TestParametersThatAreALineOfEachOtherAreUndecided(t *testing.T) {
	m := model.Variable{Name: "m", Char: model.ValueOf}
	ruling, err := New(Options{More: 1}).Judge(context.Background(), twinView{twin: m})
	if err != nil {
		t.Fatal(err)
	}
	verdict, where := ruling.Verdicts["a"], ruling.Asked.Where["a"]
	words := "undecided between 4 + 2 * n.VALUE and 4 + m.VALUE: measure at n.VALUE = 40, m.VALUE = 320, where they differ by 74 %"
	if verdict.Optimal() || !strings.Contains(strings.Join(Warnings(&verdict), "\n"), words) {
		t.Errorf("%+v", verdict)
	}
	if len(where) != 2 || where[0] != (blackboard.Assigned{Variable: n.Variable, Value: 40}) || where[1] != (blackboard.Assigned{Variable: m, Value: 320}) {
		t.Errorf("asks for %v", where)
	}
}

func TestParametersAreDecidedWhereNobodyCouldVaryThemSeparatelyOrOneWas(t *testing.T) {
	for _, v := range []twinView{
		{twin: model.Variable{Name: "n", Char: model.ByteSize}},
		{twin: model.Variable{Name: "m", Char: model.ValueOf}, apart: true},
	} {
		ruling, err := New(Options{More: 1}).Judge(context.Background(), v)
		if err != nil {
			t.Fatal(err)
		}
		if verdict := ruling.Verdicts["a"]; !verdict.Optimal() || len(ruling.Measure) > 0 || math.IsInf(ruling.Grades["a"][0].Fitness, 1) {
			t.Errorf("%s: %+v", v.twin, verdict)
		}
	}
}

func TestTwoValuesDoNotDecideAForm(t *testing.T) {
	two := func(low, high float64) *model.Table {
		table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		for i := range 12 {
			x := []float64{low, high}[i%2]
			table.Columns[0].Num = append(table.Columns[0].Num, x)
			table.Target.Num = append(table.Target.Num, x*x)
		}
		return table
	}
	square := bin(expression.Mul, n, n)
	line := bin(expression.Sub, times(30, n), expression.Constant(200))
	for _, c := range []struct {
		proposal  expression.Node
		low, high float64
		rival     string // "": decided
	}{
		{square, 10, 20, "and 100 + 300 * ((n.VALUE - 10) / 10)"},
		{line, 10, 20, "and n.VALUE * n.VALUE: measure at n.VALUE = 80"},
		{square, 0, 1, ""},
	} {
		o := assessed(model.Loop, two(c.low, c.high), propose(c.proposal), nil)
		said := strings.Join(Warnings(&o.Verdict), "; ")
		if (c.rival == "") != o.Verdict.Optimal() || (o.Verdict.Undecided == nil) != (c.rival == "") || !strings.Contains(said, c.rival) {
			t.Errorf("%s at %g and %g: %+v", expression.String(c.proposal), c.low, c.high, o.Verdict)
		}
	}
}

// A line is shorter to write down than n log n, and sizes within a factor of two do
// not tell them apart: that the shorter one wins there is taste.
func TestTasteDoesNotDecideBetweenForms(t *testing.T) {
	forms := func(a, b float64) []blackboard.Proposal {
		return propose(times(a, n), times(b, bin(expression.Mul, n, bin(expression.Log, expression.Constant(2), n))))
	}
	for _, c := range []struct {
		name  string
		sizes []float64
		noise float64
		where float64 // 0: decided
	}{
		{"sizes within a factor of two", []float64{500, 600, 700, 800, 900, 1000}, 0.3, 4000},
		{"sizes far apart", []float64{10, 50, 200, 1000, 5000, 20000}, 0.05, 0},
		{"hardly any noise", []float64{500, 600, 700, 800, 900, 1000}, 0.001, 0},
	} {
		r := rand.New(rand.NewPCG(3, 4))
		other := model.Column{Variable: model.Variable{Name: "other", Char: model.ValueOf}, Kind: model.Number} // which does not matter
		table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}, other}, Target: model.Column{Kind: model.Number}}
		for _, size := range c.sizes {
			for range 6 {
				table.Columns[1].Num = append(table.Columns[1].Num, float64(10*(len(table.Target.Num)%2)))
				table.Columns[0].Num = append(table.Columns[0].Num, size)
				table.Target.Num = append(table.Target.Num, 5.413e-8*size*math.Exp(c.noise*r.NormFloat64()))
			}
		}
		middle := math.Log2(c.sizes[len(c.sizes)/2])
		o := assessed(model.InternalAction, table, forms(5.413e-8, 5.413e-8/middle), nil)
		if o.Verdict.Final != 0 {
			t.Errorf("%s: the line loses: %+v", c.name, o.Grades)
		}
		asked := 0.0
		if u := o.Verdict.Undecided; u != nil && len(u.Place) == 1 {
			asked = u.Place[0].Value
		}
		if asked != c.where || (Undecided(&o.Verdict) != "") != (c.where > 0) || o.Verdict.Optimal() != (c.where == 0) {
			t.Errorf("%s: asks for n = %g: %+v", c.name, asked, o.Verdict)
		}
	}
}
