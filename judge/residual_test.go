package judge

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/statistics/dataset"

	"beagle/model"
	"beagle/model/expression"
)

// busy measures 1E-5 + 2E-8 n on a machine that others use: a share of the
// observations takes longer by far.
func busy(share float64, inputs func(r *rand.Rand) float64) *model.Table {
	r := rand.New(rand.NewPCG(7, uint64(100*share)))
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for range 400 {
		x := inputs(r)
		y := (1e-5 + 2e-8*x) * math.Exp(0.02*r.NormFloat64())
		if r.Float64() < share {
			y *= 1 + 1.5*r.ExpFloat64()
		}
		table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, x), append(table.Target.Num, y)
	}
	return table
}

func TestContentionIsSeenThroughWhereInputsRepeatAndSaidWhereNot(t *testing.T) {
	line := bin(expression.Add, expression.Constant(1.2345e-5), times(2.3456e-8, n))
	repeated := func(r *rand.Rand) float64 { return math.Pow(10, float64(1+r.IntN(8))/2) }
	for _, share := range []float64{0.4, 0.6, 0.75} {
		table := busy(share, repeated)
		got, err := Predict(dataset.Prepare(table, model.InternalAction.Noisy()), only(line), []model.Column{{Variable: n.Variable, Kind: model.Number, Num: []float64{1000}}})
		if err != nil {
			t.Fatal(err)
		}
		if middle, want := (got[0].Low+got[0].High)/2, 3e-5; math.Abs(middle/want-1) > 0.15 {
			t.Errorf("%.0f %% busy: %g, want %g", 100*share, middle, want)
		}
	}
	o := assessed(model.InternalAction, busy(0.4, func(r *rand.Rand) float64 { return 10 * math.Exp(5*r.Float64()) }), propose(line), nil)
	if !strings.Contains(strings.Join(Warnings(&o.Verdict), ";"), "outliers are mostly upwards") {
		t.Errorf("%+v", o.Verdict)
	}
}
