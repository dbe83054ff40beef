package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/statistics/dataset"

	"beagle/model"
	"beagle/model/expression"
)

func TestIntervalsCoverTheTruthAsOftenAsTheySay(t *testing.T) {
	const runs = 20
	covered, all := 0.0, 0.0
	for seed := range uint64(runs) {
		r := rand.New(rand.NewPCG(seed, 9))
		c := model.Column{Variable: n.Variable, Kind: model.Number}
		y := model.Column{Kind: model.Number}
		for range 50 {
			x := math.Round(math.Exp(6 * r.Float64()))
			c.Num, y.Num = append(c.Num, x), append(y.Num, (3.1234+0.21234*x)*math.Exp(0.1*r.NormFloat64()))
		}
		table := &model.Table{Columns: []model.Column{c}, Target: y}
		e, err := Explain(t.Context(), dataset.Prepare(table, model.InternalAction.Noisy()), bin(expression.Add, expression.Constant(3.1234), times(0.21234, n)))
		if err != nil || len(e.Intervals) != 2 {
			t.Fatalf("%+v, %v", e, err)
		}
		for i, truth := range []float64{3.1234, 0.21234} {
			all++
			if e.Intervals[i].Low <= truth && truth <= e.Intervals[i].High {
				covered++
			}
		}
		if e.Residual.KS > 0.25 || math.Abs(e.Residual.Deviation-0.1) > 0.05 || e.Validation > 0.15 || e.Extrapolation > 0.25 {
			t.Errorf("%+v", e)
		}
	}
	if share := covered / all; share < 0.75 || share > 0.99 {
		t.Errorf("90 %% intervals cover the truth in %.0f %%", 100*share)
	}
}
