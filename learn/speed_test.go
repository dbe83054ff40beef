package learn_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"beagle/analysers/search"
	"beagle/model"
	"beagle/statistics/dataset"
)

// demand is 500 observations of n log n + m with three parameters and 10 % noise.
func demand(seed uint64) *model.Table {
	r := rand.New(rand.NewPCG(seed, 9))
	var a, b, c, y []float64
	for range 500 {
		n, m, k := math.Round(math.Exp(7*r.Float64())), math.Round(math.Exp(5*r.Float64())), float64(r.IntN(40)+1)
		a, b, c = append(a, n), append(b, m), append(c, k)
		y = append(y, (1e-6+2e-8*n*math.Log2(n+1)+3e-7*m)*math.Exp(0.1*r.NormFloat64()))
	}
	return &model.Table{
		Columns: []model.Column{column("n", model.ValueOf, a...), column("m", model.NumberOfElements, b...), column("k", model.ValueOf, c...)},
		Target:  model.Column{Kind: model.Number, Num: y},
	}
}

func BenchmarkFit(b *testing.B) {
	for seed := uint64(1); b.Loop(); seed++ {
		learnt(b, demand(seed), model.InternalAction)
	}
}

func BenchmarkSearch(b *testing.B) {
	for seed := uint64(1); b.Loop(); seed++ {
		data := dataset.Prepare(demand(seed), true)
		search.Search(context.Background(), data, search.Terms(data), false)
	}
}
