package learn_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/judge"

	"beagle/learn"
	"beagle/model"
	"beagle/model/expression"
)

func column(name string, char model.Characterisation, values ...float64) model.Column {
	return model.Column{Variable: model.Variable{Name: name, Char: char}, Kind: model.Number, Num: values}
}

func TestALineIsLearntFromExactCounts(t *testing.T) {
	n := []float64{0, 1, 2, 3, 5, 8, 13, 40}
	y := make([]float64, len(n))
	for i := range n {
		y[i] = 3*n[i] + 2
	}
	table := &model.Table{Columns: []model.Column{column("n", model.ValueOf, n...)}, Target: model.Column{Kind: model.Number, Num: y}}
	result := learnt(t, table, model.Loop)
	if got := expression.String(result.Proposals[0].Expression); got != "2 + 3 * n.VALUE" {
		t.Errorf("learnt %s", got)
	}
	if !result.Verdict.Optimal() {
		t.Errorf("not optimal: %s", judge.Reason(&result.Verdict))
	}
}

func TestDemandsAreLearntByForm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	n := 200
	x, y := make([]float64, n), make([]float64, n)
	for i := range n {
		x[i] = math.Round(10 * math.Pow(1000, r.Float64()))
		y[i] = math.Round(10 * math.Pow(1000, r.Float64()))
	}
	for name, f := range map[string]func(a, b float64) float64{
		"linear":  func(a, _ float64) float64 { return 1e-5 + 3e-8*a },
		"nlogn":   func(a, _ float64) float64 { return 2e-9*a*math.Log2(a) + 1e-6 },
		"product": func(a, b float64) float64 { return 4e-9*a*b + 2e-6 },
		"const":   func(_, _ float64) float64 { return 5e-6 },
	} {
		target := make([]float64, n)
		for i := range n {
			target[i] = f(x[i], y[i]) * math.Exp(0.05*r.NormFloat64())
			if r.IntN(50) == 0 {
				target[i] *= 3
			}
		}
		table := &model.Table{Columns: []model.Column{column("a", model.ByteSize, x...), column("b", model.ByteSize, y...)}, Target: model.Column{Kind: model.Number, Num: target}}
		result := learnt(t, table, model.InternalAction)
		t.Log(name, judge.Reason(&result.Verdict), judge.Warnings(&result.Verdict))
		for i, p := range result.Proposals[:min(4, len(result.Proposals))] {
			t.Logf("  %s %.2f %s %d %s", expression.String(p.Expression), result.Grades[i].Fitness, p.Analyser, result.Grades[i].Size, judge.Standing(&result.Verdict, result.Grades, i))
		}
	}
}

func TestArgumentsThatAreTextsAreRules(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	size, target := make([]float64, 80), make([]float64, 80)
	for i := range size {
		size[i] = float64(r.IntN(100000))
		if size[i] >= 4096 {
			target[i] = 1
		}
	}
	table := &model.Table{
		Columns: []model.Column{column("file", model.ByteSize, size...)},
		Target:  model.Column{Kind: model.Text, Num: target, Levels: []string{"SMALL", "LARGE"}},
	}
	result := learnt(t, table, model.CallParameter)
	if got := expression.String(result.Proposals[0].Expression); got != `file.BYTESIZE >= 4096 ? "LARGE" : "SMALL"` || !result.Verdict.Optimal() {
		t.Errorf("learnt %s: %s", got, judge.Reason(&result.Verdict))
	}
}

// learnt is what is learnt from a table of a kind, by analysers that all work.
func learnt(t testing.TB, table *model.Table, kind model.Kind) learn.Result {
	t.Helper()
	result, err := learn.Table(t.Context(), table, kind, learn.Options{})
	if err != nil || result.Problems != nil {
		t.Fatal(err, result.Problems)
	}
	return result
}

// learntAny is what is learnt from a table of which nobody said what it holds.
func learntAny(t testing.TB, table *model.Table) (learn.Result, model.Kind) {
	t.Helper()
	result, kind, err := learn.Any(t.Context(), table, learn.Options{})
	if err != nil || result.Problems != nil {
		t.Fatal(err, result.Problems)
	}
	return result, kind
}
