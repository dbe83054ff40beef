package refine_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/learn/analysertest"

	"beagle/analysers/refine"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// The demand of a page is what the loop over its blocks costs. The dictionary
// has no such term; the loop of the same service has.
func TestTermsOfTheSameServiceAreTaken(t *testing.T) {
	m := expression.Variable{Variable: model.Variable{Name: "m", Char: model.ValueOf}}
	blocks := bin(expression.Mul, m, expression.Unary{Func: expression.Ceil, Arg: bin(expression.Div, n, expression.Constant(23))})
	r := rand.New(rand.NewPCG(3, 3))
	table := &model.Table{
		Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}, {Variable: m.Variable, Kind: model.Number}},
		Target:  model.Column{Kind: model.Number},
	}
	for range 200 {
		x, k := float64(r.IntN(120)+1), float64(r.IntN(30)+1)
		table.Columns[0].Num, table.Columns[1].Num = append(table.Columns[0].Num, x), append(table.Columns[1].Num, k)
		table.Target.Num = append(table.Target.Num, (1.234e-6+4.321e-7*k*math.Ceil(x/23))*math.Exp(0.05*r.NormFloat64()))
	}
	given := bin(expression.Add, expression.Constant(2.345e-6), bin(expression.Mul, expression.Constant(2.1e-8), bin(expression.Mul, n, m)))
	job := analysertest.Task{Element: model.Element{Kind: model.InternalAction}, Table: table, Proposals: []blackboard.Proposal{{Analyser: "dictionary", Expression: given}}}
	if text := expression.String(improved(t, job)); strings.Contains(text, "Ceil(n.VALUE / 23)") {
		t.Fatalf("the blocks are found without the loop: %s", text)
	}
	job.Related = []blackboard.Proposal{{Analyser: "steps", Expression: blocks}, {Expression: n}}
	got := analysertest.Propose(t.Context(), t, refine.Analyser, job)
	if len(got) == 0 || !strings.Contains(expression.String(got[0].Expression), "Ceil(n.VALUE / 23)") {
		t.Errorf("the loop's term is not taken: %+v", got)
	}
}

// Of two inputs that go together the search may have found the form with the wrong one only: the same with the other
// is proposed where it says the measurements better.
func TestTheFormIsTriedWithTheInputThatGoesTogetherWithIts(t *testing.T) {
	twin := expression.Variable{Variable: model.Variable{Name: "twin", Char: model.ValueOf}}
	for _, form := range []struct {
		of    func(x expression.Node) expression.Node
		truth func(x float64) float64
	}{
		{func(x expression.Node) expression.Node {
			return bin(expression.Mul, expression.Constant(1.0123e-8), bin(expression.Mul, x, x))
		}, func(x float64) float64 { return 4.0123e-8 * x * x }},
		{func(x expression.Node) expression.Node {
			return bin(expression.Mul, expression.Constant(1.5123e-7), bin(expression.Min, x, expression.Constant(121)))
		}, func(x float64) float64 { return 3.0123e-7 * min(x, 61) }},
		{func(x expression.Node) expression.Node {
			return bin(expression.Mul, expression.Constant(1.0123e-5), expression.Unary{Func: expression.Ceil, Arg: bin(expression.Div, x, expression.Constant(64))})
		}, func(x float64) float64 { return 1.0123e-5 * math.Ceil(x/32) }},
	} {
		given := task(model.InternalAction, form.truth, 0.1, form.of(twin))
		r := rand.New(rand.NewPCG(7, 3))
		column := model.Column{Variable: twin.Variable, Kind: model.Number}
		for _, x := range given.Table.Columns[0].Num {
			column.Num = append(column.Num, 2*x*math.Exp(0.05*r.NormFloat64()))
		}
		given.Table.Columns = append(given.Table.Columns, column)
		got := improved(t, given)
		if used := expression.Variables(got); len(used) != 1 || used[0] != n.Variable {
			t.Errorf("%s of %s becomes %s", expression.String(form.of(twin)), expression.String(n), expression.String(got))
		}
	}
}
