package sums_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/analysers/sums"
	"beagle/learn/analysertest"
	"beagle/model"
	"beagle/model/expression"
)

var (
	n = model.Variable{Name: "n", Char: model.ValueOf}
	m = model.Variable{Name: "m", Char: model.ValueOf}
	a = model.Variable{Name: "a", Char: model.ValueOf}
	b = model.Variable{Name: "b", Char: model.ValueOf}
)

// said learns the cost f and returns for the best proposal the share of new inputs where it is wrong, and its text.
func said(t *testing.T, kind model.Kind, noise float64, f func(n, m float64, both bool) float64) (worst float64, text string) {
	t.Helper()
	r := rand.New(rand.NewPCG(43, 1))
	draw := func() (x, y float64, p, q bool) {
		return float64(2 + r.IntN(149)), math.Round(10 * math.Pow(100, r.Float64())), r.IntN(3) > 0, r.IntN(3) > 0
	}
	flag := func(on bool) float64 {
		if on {
			return 1
		}
		return 0
	}
	table := &model.Table{
		Columns: []model.Column{{Variable: n, Kind: model.Number}, {Variable: m, Kind: model.Number}, {Variable: a, Kind: model.Bool}, {Variable: b, Kind: model.Bool}},
		Target:  model.Column{Kind: model.Number},
	}
	for range 100 {
		x, y, p, q := draw()
		for i, v := range []float64{x, y, flag(p), flag(q)} {
			table.Columns[i].Num = append(table.Columns[i].Num, v)
		}
		table.Target.Num = append(table.Target.Num, f(x, y, p && q)*math.Exp(noise*r.NormFloat64()))
	}
	worst = math.Inf(1)
	for _, proposal := range analysertest.Propose(t.Context(), t, sums.Analyser, analysertest.Task{Element: model.Element{Kind: kind}, Table: table}) {
		off := 0
		const places = 200
		for range places {
			x, y, p, q := draw()
			got, err := expression.Eval(proposal.Expression, expression.Assignment{n: model.NumberValue(x), m: model.NumberValue(y), a: model.BoolValue(p), b: model.BoolValue(q)})
			if want := f(x, y, p && q); err != nil || !(math.Abs(got/want-1) <= max(noise/2, 1e-9)) {
				off++
			}
		}
		if share := float64(off) / places; share < worst {
			worst, text = share, expression.String(proposal.Expression)
		}
	}
	return worst, text
}

// Each form of the table is found beside another term.
func TestFormsAreFoundTogetherWithTheirNumbers(t *testing.T) {
	for name, f := range map[string]func(n, m float64, both bool) float64{
		"a pole": func(n, m float64, _ bool) float64 { return 4e-3/(170-n) + 3e-8*m },
		"branches share a term": func(n, m float64, _ bool) float64 {
			return 1e-6*n*map[bool]float64{true: 1, false: 4}[n <= 60] + 3e-7*m
		},
		"a square below": func(n, m float64, _ bool) float64 {
			return map[bool]float64{true: 1e-7 * n * n, false: 1e-6 * n}[n <= 60] + 3e-7*m
		},
		"a step":                  func(n, m float64, _ bool) float64 { return map[bool]float64{true: 1e-4, false: 3e-4}[n <= 60] + 3e-7*m },
		"an exponent":             func(n, m float64, _ bool) float64 { return 1e-7*math.Pow(n, 1.37) + 3e-8*m },
		"blocks":                  func(n, m float64, _ bool) float64 { return 1e-5*math.Ceil(n/20) + 3e-8*m },
		"the larger of two":       func(n, m float64, _ bool) float64 { return max(1e-5+2e-6*n, 3e-5+3e-7*m) },
		"the smaller and another": func(n, m float64, _ bool) float64 { return min(1e-5+2e-6*n, 3e-5+3e-7*m) + 1e-5*math.Sqrt(n) },
		"two flags":               func(n, m float64, both bool) float64 { return 1e-6*n + map[bool]float64{true: 1e-6 * m}[both] },
	} {
		if off, text := said(t, model.InternalAction, 0.04, f); off > 0.1 {
			t.Errorf("%s: %.0f %% of all places are off by more than half the noise: %s", name, 100*off, text)
		}
	}
}

// Counts are said to the last one.
func TestCountsAreExact(t *testing.T) {
	for name, f := range map[string]func(n, m float64, both bool) float64{
		"branches share a term": func(n, m float64, _ bool) float64 { return n*map[bool]float64{true: 2, false: 7}[n <= 60] + 3*m },
		"the larger of two":     func(n, m float64, _ bool) float64 { return max(5+20*n, 40+3*m) },
		"two flags":             func(n, m float64, both bool) float64 { return 4*n + map[bool]float64{true: 2 * m}[both] },
	} {
		if off, text := said(t, model.Loop, 0, f); off > 0.02 { // a threshold lies anywhere between two measured values
			t.Errorf("%s: %.0f %% of all places are off: %s", name, 100*off, text)
		}
	}
}

func TestWhatNeverChangesHasNoForm(t *testing.T) {
	table := &model.Table{Columns: []model.Column{{Variable: n, Kind: model.Number, Num: []float64{1, 2, 3}}}, Target: model.Column{Kind: model.Number, Num: []float64{1, 1, 1}}}
	if p := analysertest.Propose(t.Context(), t, sums.Analyser, analysertest.Task{Element: model.Element{Kind: model.Loop}, Table: table}); len(p) > 0 {
		t.Errorf("%v", p)
	}
}

// Three inputs are met by a threshold and two lines whatever they cost, so nothing is said of one.
func TestNoFormHasAsManyNumbersAsThereAreInputs(t *testing.T) {
	table := &model.Table{Columns: []model.Column{{Variable: n, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for i, y := range []float64{2.5e-5, 3.6e-5, 5.8e-5, 2.6e-5, 3.5e-5, 5.8e-5, 2.3e-5, 3.5e-5, 5.2e-5} {
		table.Columns[0].Num = append(table.Columns[0].Num, []float64{500, 700, 1000}[i%3])
		table.Target.Num = append(table.Target.Num, y)
	}
	proposals := analysertest.Propose(t.Context(), t, sums.Analyser, analysertest.Task{Element: model.Element{Kind: model.InternalAction}, Table: table})
	if len(proposals) == 0 {
		t.Error("nothing is proposed")
	}
	for _, p := range proposals {
		if text := expression.String(p.Expression); strings.Contains(text, "?") {
			t.Errorf("%s is proposed for three inputs", text)
		}
	}
}
