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

// The demand of a page is what the loop over its blocks costs. The search
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
	job := analysertest.Task{Element: model.Element{Kind: model.InternalAction}, Table: table, Proposals: []blackboard.Proposal{{Analyser: "sums", Expression: given}}}
	if text := expression.String(improved(t, job)); strings.Contains(text, "Ceil(n.VALUE / 23)") {
		t.Fatalf("the blocks are found without the loop: %s", text)
	}
	job.Related = []blackboard.Proposal{{Analyser: "steps", Expression: blocks}, {Expression: n}}
	got := analysertest.Propose(t.Context(), t, refine.Analyser, job)
	if len(got) == 0 || !strings.Contains(expression.String(got[0].Expression), "Ceil(n.VALUE / 23)") {
		t.Errorf("the loop's term is not taken: %+v", got)
	}
}
