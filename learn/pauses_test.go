package learn_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/learn"
	"beagle/model"
	"beagle/model/expression"
)

// A collector's pause in a section of microseconds is a thousand times its value.
func TestPausesOfAThousandTimesTheValueHideNoForm(t *testing.T) {
	for seed := range uint64(5) {
		r := rand.New(rand.NewPCG(seed, 21))
		table := &model.Table{Target: model.Column{Kind: model.Number}, Columns: []model.Column{
			{Variable: model.Variable{Name: "rows", Char: model.ValueOf}, Kind: model.Number},
			{Variable: model.Variable{Name: "columns", Char: model.ValueOf}, Kind: model.Number},
		}}
		for i := range 200 {
			rows, columns := math.Round(20*math.Exp(3*r.Float64())), math.Round(3*math.Exp(2*r.Float64()))
			y := 4e-9 * rows * columns * columns * math.Exp(0.1*r.NormFloat64())
			if i%60 == 7 {
				y += 0.02 * r.ExpFloat64()
			}
			table.Columns[0].Num, table.Columns[1].Num = append(table.Columns[0].Num, rows), append(table.Columns[1].Num, columns)
			table.Target.Num = append(table.Target.Num, y)
		}
		result, err := learn.Table(context.Background(), table, model.InternalAction, learn.Options{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		said := expression.String(result.Proposals[0].Expression)
		if !strings.Contains(said, "rows.VALUE * columns.VALUE * columns.VALUE") && !strings.Contains(said, "rows.VALUE * columns.VALUE ^ 2") || expression.Size(result.Proposals[0].Expression) > 9 {
			t.Errorf("seed %d: %s", seed, said)
		}
	}
}
