package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/blackboard"
	"beagle/model"
)

// A loss is as simple a product as a gain.
func TestAProductBelowZeroIsFoundLikeOneAboveIt(t *testing.T) {
	for _, sign := range []float64{1, -1} {
		r := rand.New(rand.NewPCG(4, 4))
		table := &model.Table{Target: model.Column{Kind: model.Number}}
		for _, name := range []string{"a", "b", "c", "d"} {
			table.Columns = append(table.Columns, model.Column{Variable: model.Variable{Name: name, Char: model.ValueOf}, Kind: model.Number})
		}
		for range 200 {
			y := sign
			for j := range table.Columns {
				x := 1 + 4*r.Float64()
				table.Columns[j].Num = append(table.Columns[j].Num, x)
				y *= math.Pow(x, []float64{1, 1, 1, -1}[j])
			}
			table.Target.Num = append(table.Target.Num, y)
		}
		result, err := Table(t.Context(), table, model.InternalAction, Options{Seed: 1})
		if err != nil || result.Verdict.Finding != blackboard.Exact {
			t.Errorf("sign %g: %s, %v", sign, result.Verdict.Finding, err)
		}
	}
}
