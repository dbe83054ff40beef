package learn_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/decimal"
)

// pairsInLaunches is an edit distance in launches of which each takes so many
// times as long for large inputs as the first.
func pairsInLaunches(seed uint64, large []float64) *model.Table {
	r := rand.New(rand.NewPCG(seed, 5))
	t := &model.Table{Target: model.Column{Kind: model.Number}}
	for _, name := range []string{"left", "right"} {
		t.Columns = append(t.Columns, model.Column{Variable: model.Variable{Name: name, Char: model.ByteSize}, Kind: model.Number})
	}
	for launch, factor := range large {
		seq := int64(0)
		for range 4 {
			for _, left := range []float64{8, 17, 40, 90, 200, 450, 900} {
				for _, right := range []float64{8, 21, 45, 100, 220, 500, 1000} {
					y := 1.1e-9 * left * right
					y *= 1 + (factor-1)*y/(y+2e-5)
					t.Columns[0].Num, t.Columns[1].Num = append(t.Columns[0].Num, left), append(t.Columns[1].Num, right)
					t.Target.Num = append(t.Target.Num, y*math.Exp(0.05*r.NormFloat64()))
					t.Launch, t.Seq = append(t.Launch, int32(launch)), append(t.Seq, seq)
					seq++
				}
			}
		}
	}
	return t
}

// atTheLargest is how many times as much as the product is learnt of some tables for the largest inputs, in order.
func atTheLargest(t *testing.T, large []float64) (all []float64) {
	t.Helper()
	for seed := range uint64(10) {
		table := pairsInLaunches(seed, large)
		n := learnt(t, table, model.InternalAction).Proposals[0].Expression
		y, err := expression.Eval(n, expression.Assignment{table.Columns[0].Variable: model.NumberValue(900), table.Columns[1].Variable: model.NumberValue(1000)})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, y/(1.1e-9*900*1000))
		t.Log(expression.String(n))
	}
	slices.Sort(all)
	return all
}

// Hundreds of points of one launch say one thing once, and so do those of two.
func TestWhatFewLaunchesDoOtherwiseIsNoTerm(t *testing.T) {
	if all := atTheLargest(t, []float64{1, 1.5, 1, 1.4, 1.02}); all[1] < 0.95 || all[8] > 1.15 {
		t.Errorf("the largest inputs take %.2f times the product though two launches of five took longer for them", all)
	}
}

// The bar for further terms must not hide what all launches do.
func TestWhatAllLaunchesDoIsATerm(t *testing.T) {
	if all := atTheLargest(t, []float64{1.5, 1.55, 1.48, 1.52, 1.5}); all[1] < 1.4 || all[8] > 1.7 {
		t.Errorf("the largest inputs take %.2f times the product though all launches took half as long again for them", all)
	}
}

// A program that is launched with a size sees one size in each launch.
func TestLaunchesWithOneSizeEachShowTheForm(t *testing.T) {
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 6))
		table := &model.Table{Columns: []model.Column{{Variable: model.Variable{Name: "n", Char: model.ValueOf}, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		launch := int32(0)
		for range 5 {
			for _, n := range []float64{500, 600, 800, 1000, 4000, 16000} {
				level := math.Exp(0.05 * r.NormFloat64())
				for seq := range int64(40) {
					table.Columns[0].Num = append(table.Columns[0].Num, n)
					table.Target.Num = append(table.Target.Num, 5.4e-9*n*math.Log2(n)*level*math.Exp(0.02*r.NormFloat64()))
					table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, seq)
				}
				launch++
			}
		}
		result := learnt(t, table, model.InternalAction)
		n := decimal.Rounded(result.Proposals[0].Expression)
		if text := expression.String(n); expression.Size(n) != 7 || !strings.HasSuffix(text, " * n.VALUE * Log(2, n.VALUE)") {
			t.Errorf("%s instead of n log n", text)
		}
	}
}
