package learn_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/judge"
	"beagle/learn"
	"beagle/model"
	"beagle/model/expression"
)

// counted is a table of counts of n and k.
func counted(rows int, seed uint64, inputs func(r *rand.Rand) (n, k float64), count func(r *rand.Rand, n, k float64) float64) *model.Table {
	r := rand.New(rand.NewPCG(seed, 1))
	n, k, y := make([]float64, rows), make([]float64, rows), make([]float64, rows)
	for i := range rows {
		n[i], k[i] = inputs(r)
		y[i] = count(r, n[i], k[i])
	}
	return &model.Table{Columns: []model.Column{column("n", model.ValueOf, n...), column("k", model.ValueOf, k...)}, Target: model.Column{Kind: model.Number, Num: y}}
}

// written is what goes into a model, as a function of n and k.
func written(t *testing.T, r learn.Result) func(n, k float64) float64 {
	t.Helper()
	return func(n, k float64) float64 {
		program, err := expression.Compile(r.Written(0), []model.Column{column("n", model.ValueOf, n), column("k", model.ValueOf, k)})
		if err != nil {
			t.Fatal(err)
		}
		out := make([]float64, 1)
		program.Eval(out, 0)
		return out[0]
	}
}

func total(t *testing.T, r learn.Result, table *model.Table) (modelled, measured float64) {
	t.Helper()
	program, err := expression.Compile(r.Written(0), table.Columns)
	if err != nil {
		t.Fatal(err)
	}
	said := make([]float64, table.Rows())
	program.Eval(said, 0)
	for i, y := range table.Target.Num {
		modelled, measured = modelled+said[i], measured+y
	}
	return modelled, measured
}

func anyOf(r *rand.Rand, of ...float64) float64 { return of[r.IntN(len(of))] }

// geometric is a random count with a mean, as how often a loop runs that ends by chance.
func geometric(r *rand.Rand, mean float64) (count float64) {
	for r.Float64() > 1/(mean+1) {
		count++
	}
	return count
}

func TestCountsThatScatterKeepTheirMean(t *testing.T) {
	few := func(r *rand.Rand) (float64, float64) { return anyOf(r, 5, 10, 20, 40, 80, 160), 1 }
	many := func(r *rand.Rand) (float64, float64) { return float64(5 + r.IntN(3000)), float64(r.IntN(9)) }
	for name, of := range map[string]struct {
		inputs func(r *rand.Rand) (n, k float64)
		count  func(r *rand.Rand, n, k float64) float64
		linear bool
	}{
		"ends by chance, few inputs":  {few, func(r *rand.Rand, n, _ float64) float64 { return geometric(r, n/5) }, true},
		"ends by chance, many inputs": {many, func(r *rand.Rand, n, _ float64) float64 { return geometric(r, n/5) }, true},
		"stops where it finds":        {many, func(r *rand.Rand, n, _ float64) float64 { return 1 + math.Floor(r.Float64()*n) }, true},
		"seldom, and then much": {many, func(r *rand.Rand, n, _ float64) float64 {
			if r.IntN(30) == 0 {
				return 10 * n
			}
			return 1
		}, false},
		"nearly always none": {few, func(r *rand.Rand, _, _ float64) float64 {
			if r.IntN(40) == 0 {
				return 7
			}
			return 0
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			table := counted(600, 3, of.inputs, of.count)
			r := learnt(t, table, model.Loop)
			said := expression.String(r.Written(0))
			if modelled, measured := total(t, r, table); math.Abs(modelled/measured-1) > 0.1 {
				t.Errorf("%s has the total %.0f, measured were %.0f", said, modelled, measured)
			}
			if of.linear && strings.Contains(said, "k.VALUE") {
				t.Errorf("%s depends on what does not matter", said)
			}
			if f := written(t, r); of.linear && !(f(2000, 1) > 8*f(200, 1)) {
				t.Errorf("%s is 10 times as large where n is", said)
			}
		})
	}
}

// Poisson's counts of a small mean scatter by more than the mean, those of a large one by a small part of it: what holds for both is
// that the variance is the mean.
func TestCountsByChanceAreWeighedByTheirMean(t *testing.T) {
	for seed := range uint64(10) {
		sizes := func(r *rand.Rand) (float64, float64) { return anyOf(r, 6, 20, 60, 200, 600), float64(r.IntN(2)) }
		table := counted(100, seed, sizes, func(r *rand.Rand, n, _ float64) float64 {
			return distuv.Poisson{Lambda: 0.0027 * n * n, Src: r}.Rand()
		})
		f := written(t, learnt(t, table, model.Loop))
		for _, n := range []float64{20, 200, 1000} {
			if said, want := f(n, 1), 0.0027*n*n; math.Abs(said-want) > 0.1*want+0.5 {
				t.Errorf("seed %d: of %g inputs it says %g counts, not %g", seed, n, said, want)
			}
		}
	}
}

func TestExceptionsDoNotHideWhatACountIs(t *testing.T) {
	table := counted(600, 4, func(r *rand.Rand) (float64, float64) { return anyOf(r, 10, 20, 50, 100, 200, 500), anyOf(r, 1, 2) }, func(r *rand.Rand, n, k float64) float64 {
		if r.IntN(50) == 0 {
			return math.Floor(n / 2)
		}
		return n + k
	})
	r := learnt(t, table, model.Loop)
	if said := expression.String(r.Written(0)); said != "n.VALUE + k.VALUE" {
		t.Errorf("learnt %s", said)
	}
	if reason := judge.Reason(&r.Verdict); !strings.HasPrefix(reason, "exact on 9") || len(r.Verdict.Remarks) == 0 {
		t.Errorf("said %q, %q", reason, r.Verdict.Remarks)
	}
}

func TestACountThatIsMissedIsNoNoise(t *testing.T) {
	collatz := func(_ *rand.Rand, n, _ float64) (steps float64) {
		for ; n > 1; steps++ {
			if math.Mod(n, 2) == 0 {
				n /= 2
			} else {
				n = 3*n + 1
			}
		}
		return steps
	}
	once := counted(60, 5, func(r *rand.Rand) (float64, float64) { return float64(2 + r.IntN(100000)), 1 }, collatz)
	twice := counted(200, 5, func(r *rand.Rand) (float64, float64) { return float64(2 + r.IntN(90)), 1 }, collatz)
	for name, of := range map[string]struct {
		table *model.Table
		says  string
	}{
		"no inputs came twice":               {once, "measure the same inputs again"},
		"the same count for the same inputs": {twice, "equal inputs gave equal counts"},
	} {
		r := learnt(t, of.table, model.Loop)
		if reason := judge.Reason(&r.Verdict); r.Verdict.Optimal() || !strings.Contains(reason, of.says) {
			t.Errorf("%s: %s", name, reason)
		}
	}
}

// Two means are met by a line, and no observation is said by it.
func TestMeansOfFewCountsAreNotExact(t *testing.T) {
	table := &model.Table{Columns: []model.Column{column("n", model.ValueOf, 0, 0, 0, 0, 1, 1)}, Target: model.Column{Kind: model.Number, Num: []float64{0, 5, 0, 0, 4, 7}}}
	r := learnt(t, table, model.Loop)
	if reason := judge.Reason(&r.Verdict); r.Verdict.Optimal() || strings.HasPrefix(reason, "exact") {
		t.Errorf("said %q", reason)
	}
}

// A form that says a few counts exactly may do so by its length alone.
func TestAnExactFormThatIsTrustedHoldsElsewhere(t *testing.T) {
	laws := map[string]func(n, k float64) float64{
		"levels of a tree": func(n, k float64) (levels float64) {
			for size := 1.0; size < n; size *= k + 1 {
				levels++
			}
			return levels
		},
		"rounds of a common divisor": func(n, k float64) (rounds float64) {
			for ; k > 0; rounds++ {
				n, k = k, math.Mod(n, k)
			}
			return rounds
		},
		"nodes of a tree": func(n, k float64) (nodes float64) {
			for level := range int(min(n, 6)) {
				nodes += math.Pow(min(k, 4), float64(level))
			}
			return nodes
		},
		"larger part": func(n, k float64) float64 { return 1 + max(k, n-k) },
	}
	inputs := func(r *rand.Rand) (n, k float64) {
		return float64(1 + r.IntN(anyInt(r, 50, 400, 5000))), float64(1 + r.IntN(40))
	}
	trusted := 0
	for name, law := range laws {
		count := func(_ *rand.Rand, n, k float64) float64 { return law(n, k) }
		for seed := range uint64(6) {
			r := learnt(t, counted(25, seed, inputs, count), model.Loop)
			if !r.Verdict.Optimal() || len(r.Verdict.Below) > 0 {
				continue
			}
			trusted++
			said, wrong, fresh := written(t, r), 0, rand.New(rand.NewPCG(seed, 77))
			for range 200 {
				if n, k := inputs(fresh); math.Abs(said(n, k)-law(n, k)) > 0.25*law(n, k) {
					wrong++
				}
			}
			if wrong > 40 {
				t.Errorf("%s, table %d: %s is trusted, and far off for %d of 200 other inputs", name, seed, expression.String(r.Written(0)), wrong)
			}
		}
	}
	if trusted < 6 {
		t.Errorf("only %d were trusted", trusted)
	}
}

func anyInt(r *rand.Rand, of ...int) int { return of[r.IntN(len(of))] }
