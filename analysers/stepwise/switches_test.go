package stepwise_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/analysers/stepwise"
	"beagle/learn/analysertest"
	"beagle/model"
	"beagle/model/expression"
)

// A pair of switches that is taken early for what each of both does, and outliers that
// hide what a term gains, kept single switches and three that matter together out.
func TestSwitchesAreFoundWithWhatEachDoesByItself(t *testing.T) {
	const switches, rows, tables = 12, 200, 10
	seconds := func(on []float64) float64 {
		return 1e-3 * (4 + 2*on[0] + 1.4*on[1] + 1.2*on[2] + on[3] + 3*on[5]*on[6] + 2.5*on[7]*on[8]*on[9])
	}
	terms := []string{"(a.VALUE ?", "(b.VALUE ?", "(c.VALUE ?", "(d.VALUE ?", "(f.VALUE AND g.VALUE ?", "(h.VALUE AND i.VALUE AND j.VALUE ?"}
	found := 0
	for seed := range uint64(tables) {
		r := rand.New(rand.NewPCG(seed, 3))
		table := &model.Table{Target: model.Column{Kind: model.Number}}
		for i := range switches {
			table.Columns = append(table.Columns, model.Column{Variable: model.Variable{Name: string(rune('a' + i)), Char: model.ValueOf}, Kind: model.Bool})
		}
		for range rows {
			on := make([]float64, switches)
			for i := range on {
				on[i] = float64(r.IntN(2))
				table.Columns[i].Num = append(table.Columns[i].Num, on[i])
			}
			y := seconds(on) * math.Exp(0.1*r.NormFloat64())
			if r.IntN(50) == 0 {
				y *= 3
			}
			table.Target.Num = append(table.Target.Num, y)
		}
		proposals := analysertest.Propose(t.Context(), t, stepwise.Analyser, analysertest.Task{Element: model.Element{ID: "y", Kind: model.InternalAction}, Table: table})
		if len(proposals) == 0 {
			t.Fatal("nothing is proposed")
		}
		sum := expression.String(proposals[0].Expression)
		all := strings.Count(sum, "?") == len(terms)
		for _, term := range terms {
			all = all && strings.Contains(sum, term)
		}
		if all {
			found++
		} else {
			t.Logf("table %d: %s", seed, sum)
		}
	}
	if found < 7 {
		t.Errorf("%d of %d tables are said with the program's terms and no other", found, tables)
	}
}
