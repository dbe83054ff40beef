package learn_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// A benchmark at six sizes has one mean each. Of the many forms with five numbers one goes near all of them, which says
// nothing of the noise, and beyond them it goes anywhere.
func TestMeansOfSixSizesAreALine(t *testing.T) {
	size := model.Variable{Name: "size", Char: model.ValueOf}
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 28))
		time := func(n float64) float64 { return 1e-8 + 8e-10*n }
		table := &model.Table{Columns: []model.Column{{Variable: size, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		for n := 10.0; n <= 1e6; n *= 10 {
			table.Columns[0].Num = append(table.Columns[0].Num, n)
			table.Target.Num = append(table.Target.Num, time(n)*math.Exp(0.015*r.NormFloat64()))
		}
		chosen := learnt(t, table, model.InternalAction).Proposals[0].Expression
		beyond, err := dataset.Evaluate(chosen, []model.Column{{Variable: size, Kind: model.Number, Num: []float64{4e6}}})
		if err != nil {
			t.Fatal(err)
		}
		if numbers := codelength.Constants(chosen); numbers > 2 || math.Abs(beyond[0]/time(4e6)-1) > 0.1 {
			t.Errorf("seed %d: %s", seed, expression.String(chosen))
		}
	}
}
