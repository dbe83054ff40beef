package launches

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"beagle/model"
)

// Where nothing differs behind the first stretch of a long table, no stretch is
// looked for before it: that was found again as one within what follows, and the
// cuts were out of order.
func TestCutsOfALongTableAreInOrder(t *testing.T) {
	const slow, rows = 50, 1500
	r := rand.New(rand.NewPCG(1, 2))
	residual, other := make([]float64, rows), make([]bool, rows)
	for i := range residual {
		residual[i], other[i] = r.NormFloat64()*0.005, i > 0
		if i < slow {
			residual[i] += math.Log(2)
		}
	}
	if cuts := changes(residual, other); !slices.Equal(cuts, []int{slow}) {
		t.Errorf("cut at %v, not at %d alone", cuts, slow)
	}
}

func TestASlowBeginningOfALongTableIsTakenOut(t *testing.T) {
	const slow, rows = 50, 1500
	r := rand.New(rand.NewPCG(1, 2))
	table := &model.Table{Columns: []model.Column{{Kind: model.Number, Num: make([]float64, rows)}}}
	table.Target.Num = make([]float64, rows)
	all := make([]int, rows)
	for i := range all {
		all[i] = i
		x := float64(1 + r.IntN(1000))
		table.Columns[0].Num[i] = x
		table.Target.Num[i] = 1e-6 * x * math.Exp(0.005*r.NormFloat64())
		if i < slow {
			table.Target.Num[i] *= 2
		}
	}
	levelled, said := LevelStretches(table, all)
	if said == "" {
		t.Fatal("the stretch was not found")
	}
	for i, y := range levelled.Target.Num {
		if off := y / (1e-6 * table.Columns[0].Num[i]); off < 0.9 || off > 1.1 {
			t.Errorf("row %d is %.2f times its level", i, off)
		}
	}
}
