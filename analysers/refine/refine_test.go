package refine_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/learn/analysertest"

	"beagle/analysers/refine"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

var n = expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}

func bin(op expression.Op, l, r expression.Node) expression.Node {
	return expression.Binary{Op: op, Left: l, Right: r}
}

func task(kind model.Kind, f func(float64) float64, noise float64, given ...expression.Node) analysertest.Task {
	r := rand.New(rand.NewPCG(3, 3))
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for i := range 200 {
		x := float64(i%100 + 2)
		table.Columns[0].Num = append(table.Columns[0].Num, x)
		table.Target.Num = append(table.Target.Num, f(x)*math.Exp(noise*r.NormFloat64()))
	}
	out := analysertest.Task{Element: model.Element{Kind: kind}, Table: table}
	for _, g := range given {
		out.Proposals = append(out.Proposals, blackboard.Proposal{Analyser: "sums", Expression: g})
	}
	return out
}

func improved(t *testing.T, task analysertest.Task) expression.Node {
	t.Helper()
	got := analysertest.Propose(t.Context(), t, refine.Analyser, task)
	if len(got) == 0 {
		t.Fatal("nothing was improved")
	}
	return got[0].Expression
}

func TestSumsAreFactored(t *testing.T) {
	half := expression.Constant(0.5)
	sum := bin(expression.Sub, bin(expression.Mul, half, bin(expression.Mul, n, n)), bin(expression.Mul, half, n))
	got := improved(t, task(model.Loop, func(x float64) float64 { return x * (x - 1) / 2 }, 0, sum))
	if text := expression.String(got); text != "n.VALUE * (n.VALUE - 1) / 2" {
		t.Errorf("n (n - 1) / 2 becomes %s", text)
	}
}

func TestBoundsAreFitted(t *testing.T) {
	start := bin(expression.Mul, expression.Constant(3.05e-7), bin(expression.Min, n, expression.Constant(48.3)))
	got := improved(t, task(model.InternalAction, func(x float64) float64 { return 3.1234e-7 * min(x, 61) }, 0.03, start))
	_, numbers := regression.Fitted(got)
	if len(numbers) == 0 || math.Abs(numbers[len(numbers)-1]-61) > 3 {
		t.Errorf("the bound 61 is fitted as %s", expression.String(got))
	}
}

func TestExponentsAreFreed(t *testing.T) {
	start := bin(expression.Mul, expression.Constant(5.8765e-8), bin(expression.Mul, n, expression.Unary{Func: expression.Sqrt, Arg: n}))
	got := improved(t, task(model.InternalAction, func(x float64) float64 { return 2.0123e-8 * math.Pow(x, 1.75) }, 0.02, start))
	f, err := dataset.Evaluate(got, []model.Column{{Variable: n.Variable, Kind: model.Number, Num: []float64{400}}})
	if want := 2.0123e-8 * math.Pow(400, 1.75); err != nil || math.Abs(f[0]/want-1) > 0.1 {
		t.Errorf("n^1.75 becomes %s, which is %v times the truth at 400", expression.String(got), f[0]/want)
	}
}
