package learn_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

// A program that does the same in every launch has each input at one place of it. What is compiled or collected
// there each time is no cost of the input, however many launches say it.
func TestWhatAllLaunchesDoAtAPlaceIsNoCostOfAnInput(t *testing.T) {
	depends := 0
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 9))
		inputs, launches := 300, 20
		seeds, items, slow := make([]float64, inputs), make([]float64, inputs), make([]float64, inputs)
		for i := range inputs {
			seeds[i], items[i], slow[i] = float64(r.Int32())-1<<30, float64(10+r.IntN(300)), 1
			if r.IntN(10) == 0 {
				slow[i] = 2 + 2*r.Float64()
			}
		}
		table := &model.Table{Columns: []model.Column{column("seed", model.ValueOf), column("items", model.ValueOf)}, Target: model.Column{Kind: model.Number}}
		for launch := range launches {
			for i := range inputs {
				table.Columns[0].Num = append(table.Columns[0].Num, seeds[i])
				table.Columns[1].Num = append(table.Columns[1].Num, items[i])
				table.Target.Num = append(table.Target.Num, 2.5e-8*slow[i]*math.Exp(0.1*r.NormFloat64()))
				table.Weight = append(table.Weight, items[i])
				table.Launch = append(table.Launch, int32(launch))
				table.Seq = append(table.Seq, int64(17*i))
			}
		}
		result := learnt(t, table, model.InternalAction)
		if best := result.Proposals[0].Expression; len(expression.Variables(best)) > 0 {
			t.Logf("table %d: %s", seed, expression.String(best))
			depends++
		}
	}
	if depends > 0 {
		t.Errorf("of 8 constants %d depend on inputs", depends)
	}
}
