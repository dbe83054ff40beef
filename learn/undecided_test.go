package learn_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/judge"

	"beagle/internal/need"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// Over few sizes side by side a wrong form must not be called decided, and over
// sizes that are far apart a right one must not be called undecided.
func TestWhatSizesCannotDecideIsUndecided(t *testing.T) {
	if !need.Long() {
		t.Skip("1,440 fits: set BEAGLE_LONG=1")
	}
	n := model.Variable{Name: "n", Char: model.ValueOf}
	costs := map[string]func(float64) float64{
		"n log n": func(n float64) float64 { return 5.4e-9 * n * math.Log2(n) },
		"n":       func(n float64) float64 { return 5.4e-8 * n },
		"n^2":     func(n float64) float64 { return 5.4e-10 * n * n },
		"c + n":   func(n float64) float64 { return 1e-5 + 5.4e-8*n },
		"log n":   func(n float64) float64 { return 5.4e-6 * math.Log2(n) },
		"n^1.5":   func(n float64) float64 { return 5.4e-9 * math.Pow(n, 1.5) },
	}
	near := [][]float64{{500, 600, 700, 800, 900, 1000}, {500, 700, 1000}, {500, 700, 1000, 1500}}
	far := [][]float64{{100, 200, 400, 800, 1600}, {50, 100, 200, 500, 1000, 2000, 5000}}
	campaign := func(sizes []float64, cost func(float64) float64, noise float64, launches int, seed uint64) (right, undecided bool) {
		r := rand.New(rand.NewPCG(seed, 77))
		table := &model.Table{Columns: []model.Column{{Variable: n, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		launch := int32(0)
		for range max(1, launches) {
			for _, size := range sizes {
				launch++
				level := 0.0
				if launches > 0 {
					level = 0.03 * r.NormFloat64()
				}
				for seq := range int64(10) {
					table.Columns[0].Num = append(table.Columns[0].Num, size)
					table.Target.Num = append(table.Target.Num, cost(size)*math.Exp(level+noise*r.NormFloat64()))
					if launches > 0 {
						table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, seq)
					}
				}
			}
		}
		result := learnt(t, table, model.InternalAction)
		beyond := dataset.ExtrapolationFactor * sizes[len(sizes)-1]
		f, err := dataset.Evaluate(result.Proposals[0].Expression, []model.Column{{Variable: n, Kind: model.Number, Num: []float64{beyond}}})
		if err != nil {
			t.Fatal(expression.String(result.Proposals[0].Expression), err)
		}
		return math.Abs(f[0]/cost(beyond)-1) < 0.12, judge.Undecided(&result.Verdict) != ""
	}
	count := func(designs [][]float64) (all, rightUndecided, wrongDecided int) {
		for _, sizes := range designs {
			for _, cost := range costs {
				for _, noise := range []float64{0.01, 0.05} {
					for _, launches := range []int{0, 2} {
						for seed := range uint64(12) {
							all++
							switch right, undecided := campaign(sizes, cost, noise, launches, seed); {
							case right && undecided:
								rightUndecided++
							case !right && !undecided:
								wrongDecided++
							}
						}
					}
				}
			}
		}
		return all, rightUndecided, wrongDecided
	}
	all, undecided, wrong := count(near)
	t.Logf("of %d over sizes side by side %d right ones are undecided, and %d wrong ones decided", all, undecided, wrong)
	if wrong > all/25 {
		t.Errorf("%d of %d wrong forms are called decided", wrong, all)
	}
	all, undecided, wrong = count(far)
	t.Logf("of %d over sizes far apart %d right ones are undecided, and %d wrong ones decided", all, undecided, wrong)
	if undecided > all/25 || wrong > 0 {
		t.Errorf("of %d over sizes far apart %d right ones are undecided, and %d wrong ones decided", all, undecided, wrong)
	}
}
