package learn_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"beagle/judge"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/decimal"
)

func TestWhatRoundingLeavesNeedsNoTerms(t *testing.T) {
	for _, seed := range []uint64{4, 5, 6} {
		r := rand.New(rand.NewPCG(seed, 4))
		var n, y []float64
		for range 300 {
			x := math.Round(math.Exp(7.6 * r.Float64()))
			rounded, _ := strconv.ParseFloat(strconv.FormatFloat(1000+20*x+0.004*x*x, 'g', 6, 64), 64)
			n, y = append(n, x), append(y, rounded)
		}
		table := &model.Table{Columns: []model.Column{column("n", model.ValueOf, n...)}, Target: model.Column{Kind: model.Number, Num: y}}
		result := learnt(t, table, model.InternalAction)
		if got := expression.String(decimal.Rounded(result.Proposals[0].Expression)); got != "1000 + 20 * n.VALUE + 0.004 * n.VALUE * n.VALUE" || !result.Verdict.Optimal() {
			t.Errorf("learnt %s, %s", got, judge.Reason(&result.Verdict))
		}
	}
}
