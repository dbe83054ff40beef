package rules_test

import (
	"math/rand/v2"
	"testing"

	"beagle/model"
)

// guarded is a table of decisions about random numbers, of which some share goes
// the other way.
func guarded(rows int, turned float64, holds func(n, m float64) bool) *model.Table {
	r := rand.New(rand.NewPCG(5, 6))
	table := &model.Table{Target: model.Column{Kind: model.Number}, Columns: []model.Column{
		{Variable: model.Variable{Name: "n", Char: model.ValueOf}, Kind: model.Number},
		{Variable: model.Variable{Name: "m", Char: model.ValueOf}, Kind: model.Number},
	}}
	for range rows {
		n, m := float64(1+r.IntN(150)), float64(1+r.IntN(60))
		table.Columns[0].Num = append(table.Columns[0].Num, n)
		table.Columns[1].Num = append(table.Columns[1].Num, m)
		table.Target.Num = append(table.Target.Num, float64(truth(holds(n, m) != (r.Float64() < turned))))
	}
	return table
}

func TestNumbersMayCountDifferentlyInAGuard(t *testing.T) {
	for want, table := range map[string]*model.Table{
		"2 * n.VALUE + 5 * m.VALUE <= 300": guarded(200, 0, func(n, m float64) bool { return 2*n+5*m > 300 }),
		"20 + n.VALUE >= 4 * m.VALUE":      guarded(200, 0, func(n, m float64) bool { return 4*m > n+20 }),
		"n.VALUE < 80":                     guarded(200, 0.05, func(n, _ float64) bool { return n >= 80 }),
		"n.VALUE < 100 OR m.VALUE >= 30":   guarded(200, 0, func(n, m float64) bool { return n >= 100 && m < 30 }),
		"n.VALUE + m.VALUE < 90":           guarded(300, 0.05, func(n, m float64) bool { return n+m >= 90 }),
	} {
		if got := first(t, table); got != want {
			t.Errorf("the first guard is %s, want %s", got, want)
		}
	}
}
