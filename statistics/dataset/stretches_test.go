package dataset_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/model"
	"beagle/statistics/dataset"
)

// unmarked is a table of a mode and a size, whose rows 101 to 200 are of a launch
// that was slower; sorted tells that small sizes were measured first.
func unmarked(slow float64, sorted bool) *model.Table {
	r := rand.New(rand.NewPCG(7, 7))
	t := &model.Table{
		Columns: []model.Column{
			{Variable: model.Variable{Name: "mode", Char: model.ValueOf}, Kind: model.Text, Levels: []string{"a", "b", "c"}},
			{Variable: model.Variable{Name: "n", Char: model.ValueOf}, Kind: model.Number},
		},
		Target: model.Column{Kind: model.Number},
	}
	for i := range 400 {
		mode, n := r.IntN(3), math.Round(math.Exp(2+6*r.Float64()))
		if sorted {
			n = float64(10 + 5*i)
		}
		y := (1e-6 + 3e-8*n*float64(mode+1)) * math.Exp(0.1*r.NormFloat64())
		if i >= 100 && i < 200 {
			y *= slow
		}
		t.Columns[0].Num, t.Columns[1].Num = append(t.Columns[0].Num, float64(mode)), append(t.Columns[1].Num, n)
		t.Target.Num = append(t.Target.Num, y)
	}
	return t
}

func TestALaunchThatNobodyMarkedIsLevelled(t *testing.T) {
	d := dataset.Prepare(unmarked(1.35, false), true)
	if len(d.Notes) != 1 || !strings.Contains(d.Notes[0], "rows 101 to 200 1.3") {
		t.Errorf("nothing is said of rows 101 to 200: %q", d.Notes)
	}
	off := 0.0
	for i := 100; i < 200; i++ {
		truth := 1e-6 + 3e-8*d.Columns[1].Num[i]*(d.Columns[0].Num[i]+1)
		off += math.Log(d.Y[i]/truth) / 100
	}
	if math.Abs(off) > 0.05 {
		t.Errorf("the slow launch is off by %.2f after it was levelled", off)
	}
}

func TestWhatInputsExplainIsNotLevelled(t *testing.T) {
	for name, table := range map[string]*model.Table{
		"nothing happened": unmarked(1, false),
		"sizes grow":       unmarked(1.35, true),
	} {
		if d := dataset.Prepare(table, true); len(d.Notes) > 0 {
			t.Errorf("%s: %q", name, d.Notes)
		}
	}
}

// Rows in an order that means nothing, no inputs twice, of a cost that no small
// regression follows: that residuals lie side by side is no launch.
func TestRowsInRandomOrderAreNotLevelled(t *testing.T) {
	levelled := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		table := &model.Table{Target: model.Column{Kind: model.Number}}
		for _, name := range []string{"rows", "columns"} {
			table.Columns = append(table.Columns, model.Column{Variable: model.Variable{Name: name, Char: model.ValueOf}, Kind: model.Number})
		}
		for range 78 {
			a, b := math.Exp(6*r.Float64()), math.Exp(6*r.Float64())
			y := 1e-6 + 1e-9*a*b
			if math.Mod(a, 10) < 1 {
				y *= 8
			}
			table.Columns[0].Num, table.Columns[1].Num = append(table.Columns[0].Num, a), append(table.Columns[1].Num, b)
			table.Target.Num = append(table.Target.Num, y*math.Exp(0.02*r.NormFloat64()))
		}
		if strings.Contains(strings.Join(dataset.Prepare(table, true).Notes, "\n"), "stretches of rows") {
			levelled++
		}
	}
	if levelled > 1 {
		t.Errorf("%d of 60 tables were levelled", levelled)
	}
}
