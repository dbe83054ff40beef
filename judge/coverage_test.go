package judge

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"beagle/internal/need"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// form is an expression whose numbers are known, over n and m.
type form struct {
	name string
	node expression.Node
}

func forms() []form {
	m := expression.Variable{Variable: model.Variable{Name: "m", Char: model.ValueOf}}
	c := func(x float64) expression.Node { return expression.Constant(x) }
	plus, mul := expression.Add, expression.Mul
	lg := bin(expression.Log, c(2), n)
	return []form{
		{"line", bin(plus, c(3.1234), bin(mul, c(0.21234), n))},
		{"sort", bin(plus, c(12.345), bin(mul, c(0.04321), bin(mul, n, lg)))},
		{"product", bin(plus, c(50.123), bin(mul, c(0.31234), bin(mul, n, m)))},
		{"plane", bin(plus, bin(plus, c(10.123), bin(mul, c(0.51234), n)), bin(mul, c(1.71234), m))},
		{"limit", bin(mul, c(0.31234), bin(expression.Min, n, c(171.23)))},
		{"power", bin(mul, c(0.71234), bin(expression.Pow, n, c(0.81234)))},
	}
}

// sample measures a form with noise and 2 % outliers.
func sample(r *rand.Rand, f expression.Node, rows int, noise float64) *model.Table {
	table := &model.Table{
		Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}, {Variable: model.Variable{Name: "m", Char: model.ValueOf}, Kind: model.Number}},
		Target:  model.Column{Kind: model.Number},
	}
	for range rows {
		table.Columns[0].Num = append(table.Columns[0].Num, math.Round(math.Exp(math.Log(1000)*r.Float64())))
		table.Columns[1].Num = append(table.Columns[1].Num, math.Round(math.Exp(math.Log(200)*r.Float64())))
	}
	table.Target.Num, _ = dataset.Evaluate(f, table.Columns)
	for i := range table.Target.Num {
		table.Target.Num[i] *= math.Exp(noise * r.NormFloat64())
		if r.IntN(50) == 0 {
			table.Target.Num[i] *= 3
		}
	}
	return table
}

// TestIntervalsCover counts how often 90 % intervals hold the true numbers and
// the true values at new points.
func TestIntervalsCover(t *testing.T) {
	runs := 4
	if need.Long() {
		runs = 100
	}
	var covered, all, valuesCovered, values float64
	for _, rows := range []int{40, 200} {
		for _, noise := range []float64{0.02, 0.05, 0.1, 0.3} {
			var numbers, numbersAll float64
			words := ""
			for i, f := range forms() {
				_, truth := regression.Fitted(f.node)
				var in, count float64
				for seed := range uint64(runs) {
					r := rand.New(rand.NewPCG(seed, uint64(1000*rows+i)+uint64(1e6*noise)))
					table := sample(r, f.node, rows, noise)
					d := dataset.Prepare(table, true)
					c := selection.Compare(d, []expression.Node{f.node}, true)
					fitted := regression.Tune(d, f.node, c.Noise, 12)
					e, err := Explain(t.Context(), dataset.Prepare(table, model.InternalAction.Noisy()), fitted)
					if err != nil || len(e.Intervals) != len(truth) {
						t.Fatalf("%s: %+v, %v", f.name, e, err)
					}
					places := sample(rand.New(rand.NewPCG(seed, 77)), f.node, 20, 0).Columns
					predicted, err := Predict(dataset.Prepare(table, model.InternalAction.Noisy()), only(fitted), places)
					if err != nil {
						t.Fatal(err)
					}
					exact, _ := dataset.Evaluate(f.node, places)
					for j, p := range predicted {
						values++
						if p.Low <= exact[j] && exact[j] <= p.High {
							valuesCovered++
						}
					}
					for j, want := range truth {
						count++
						if e.Intervals[j].Low <= want && want <= e.Intervals[j].High {
							in++
						}
					}
				}
				words += fmt.Sprintf(" %s %.0f", f.name, 100*in/count)
				numbers, numbersAll = numbers+in, numbersAll+count
			}
			t.Logf("%d rows, noise %.0f %%: %.0f %% of the numbers (%s)", rows, 100*noise, 100*numbers/numbersAll, words)
			covered, all = covered+numbers, all+numbersAll
		}
	}
	t.Logf("%.1f %% of the numbers, %.1f %% of the values", 100*covered/all, 100*valuesCovered/values)
	if share := valuesCovered / values; share < 0.85 || share > 0.95 {
		t.Errorf("90 %% intervals cover the true value in %.1f %%", 100*share)
	}
	if share := covered / all; share < 0.85 || share > 0.95 {
		t.Errorf("90 %% intervals cover the truth in %.1f %% of %v", 100*share, all)
	}
}

// TestIntervalsHoldWhatLaunchesDifferBy counts how often intervals hold the
// level of all launches that there could be, of which a few were seen.
func TestIntervalsHoldWhatLaunchesDifferBy(t *testing.T) {
	runs := 60
	if need.Long() {
		runs = 400
	}
	line := forms()[0].node
	_, truth := regression.Fitted(line)
	var covered, all float64
	for _, launches := range []int{3, 5, 10} {
		in := 0.0
		for seed := range uint64(runs) {
			r := rand.New(rand.NewPCG(seed, uint64(launches)))
			table := sample(r, line, 20*launches, 0.05)
			for i := range table.Target.Num {
				table.Launch = append(table.Launch, int32(i/20))
			}
			for l := range launches {
				speed := math.Exp(0.15 * r.NormFloat64())
				for i := range 20 {
					table.Target.Num[20*l+i] *= speed
				}
			}
			d := dataset.Prepare(table, true)
			c := selection.Compare(d, []expression.Node{line}, true)
			e, err := Explain(t.Context(), dataset.Prepare(table, model.InternalAction.Noisy()), regression.Tune(d, line, c.Noise, 12))
			if err != nil || len(e.Intervals) != len(truth) {
				t.Fatalf("%+v, %v", e, err)
			}
			for j, want := range truth {
				if all++; e.Intervals[j].Low <= want && want <= e.Intervals[j].High {
					in++
				}
			}
		}
		t.Logf("%d launches: %.0f %%", launches, 100*in/float64(2*runs))
		covered += in
	}
	if share := covered / all; share < 0.85 || share > 0.95 {
		t.Errorf("90 %% intervals hold the numbers that launches share in %.1f %% of %v", 100*share, all)
	}
}

// TestALaunchForEachInputIsNoReasonForAbsurdIntervals: without one of two inputs
// nobody knows a line.
func TestALaunchForEachInputIsNoReasonForAbsurdIntervals(t *testing.T) {
	for _, inputs := range [][]float64{{10, 20}, {10, 20, 40}} {
		r := rand.New(rand.NewPCG(1, 2))
		table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		for launch, x := range inputs {
			for i := range 20 {
				table.Columns[0].Num = append(table.Columns[0].Num, x+float64(i%2)/10)
				table.Target.Num = append(table.Target.Num, (3.1234+0.21234*x)*math.Exp(0.02*r.NormFloat64()))
				table.Launch = append(table.Launch, int32(launch))
			}
		}
		line := forms()[0].node
		e, err := Explain(t.Context(), dataset.Prepare(table, model.InternalAction.Noisy()), line)
		if err != nil || len(e.Intervals) != 2 {
			t.Fatalf("%+v, %v", e, err)
		}
		for _, in := range e.Intervals {
			if !(in.High-in.Low < 30*math.Abs(in.Value)) {
				t.Errorf("%v: %+v", inputs, in)
			}
		}
	}
}

func TestADemandWithoutInputsHasAnInterval(t *testing.T) {
	held := 0
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 3))
		table := &model.Table{Target: model.Column{Kind: model.Number}}
		for range 60 {
			table.Target.Num = append(table.Target.Num, 2e-5*math.Exp(0.3*r.NormFloat64()))
		}
		d := dataset.Prepare(table, true)
		e, err := Explain(t.Context(), dataset.Prepare(table, model.InternalAction.Noisy()), expression.Constant(d.Y[0]))
		if err != nil || len(e.Intervals) != 1 {
			t.Fatalf("%+v, %v", e, err)
		}
		if e.Intervals[0].Low <= 2e-5 && 2e-5 <= e.Intervals[0].High {
			held++
		}
	}
	if held < 83 || held > 97 {
		t.Errorf("90 %% intervals of the median hold it %d times in a hundred", held)
	}
}
