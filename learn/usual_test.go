package learn_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/judge"
	"beagle/model"
	"beagle/model/expression"
)

// measuredCost is what five launches measured of a cost: sizes spread evenly over their
// logarithms, launches with levels and ways of their own to treat large inputs, pauses, and sizes
// beyond a cache that take some percent more.
func measuredCost(seed uint64, cost func(n float64) float64) *model.Table {
	r := rand.New(rand.NewPCG(seed, 31))
	n := model.Variable{Name: "names", Char: model.NumberOfElements}
	table := &model.Table{Columns: []model.Column{{Variable: n, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	sizes := make([]float64, 200)
	for i := range sizes {
		sizes[i] = math.Round(100 * math.Pow(60, r.Float64()))
	}
	cache := 0.05 * r.Float64()
	for launch := range int32(5) {
		level, tilt := 0.05*r.NormFloat64(), 0.008*r.NormFloat64()
		for seq, x := range sizes {
			y := cost(x) * math.Exp(level+tilt*math.Log(x/800)+0.05*r.NormFloat64()) * (1 + cache/(1+math.Exp(-5*math.Log(x/2500))))
			if r.IntN(20) == 0 {
				y *= 1 + r.ExpFloat64()
			}
			table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, x), append(table.Target.Num, math.Round(y*1e9)/1e9)
			table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, int64(seq))
		}
	}
	return table
}

// What launches, caches and pauses make of a usual cost is written down as that cost
// wherever the data do not tell it from what imitates it, whoever proposed either.
func TestTheSimplestUsualFormIsTaken(t *testing.T) {
	const campaigns = 10
	for _, c := range []struct {
		name, form string
		cost       func(n float64) float64
		least      int // campaigns in which the form is learnt
	}{
		{"a sort", "n log n", func(n float64) float64 { return 2e-6 + 1.3e-8*n*math.Log2(n) }, 9},
		{"a walk", "n", func(n float64) float64 { return 1e-6 + 9e-9*n }, 9},
		{"pairs", "n^2", func(n float64) float64 { return 1e-6 + 2e-9*n*n }, 9},
		{"in between", "", func(n float64) float64 { return 1e-6 + 3e-9*n*math.Sqrt(n) }, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			found := 0
			for seed := range uint64(campaigns) {
				result := learnt(t, measuredCost(seed, c.cost), model.InternalAction)
				chosen := result.Proposals[0].Expression
				said := judge.Standing(&result.Verdict, result.Grades, 0)
				if growth(chosen) == c.form {
					found++
				} else {
					t.Logf("campaign %d: %s: %s", seed, expression.String(chosen), said)
				}
			}
			t.Logf("%d of %d", found, campaigns)
			if found < c.least {
				t.Errorf("%s in %d of %d campaigns", c.form, found, campaigns)
			}
		})
	}
}

// growth is the form of one term that grows, beside a constant; "": it is another.
func growth(n expression.Node) string {
	at := func(x float64) float64 {
		y, err := expression.Eval(n, expression.Assignment{model.Variable{Name: "names", Char: model.NumberOfElements}: model.NumberValue(x)})
		if err != nil {
			return math.NaN()
		}
		return y
	}
	for name, f := range map[string]func(x float64) float64{
		"n": func(x float64) float64 { return x }, "n log n": func(x float64) float64 { return x * math.Log2(x) }, "n^2": func(x float64) float64 { return x * x },
	} {
		slope := (at(2e6) - at(1e6)) / (f(2e6) - f(1e6))
		if math.Abs((at(4e6)-at(2e6))/(f(4e6)-f(2e6))-slope) < 1e-6*slope {
			return name
		}
	}
	return ""
}
