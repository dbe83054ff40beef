package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// fittedLine is a line through n with the numbers that the data have.
func fittedLine(data *dataset.Data) expression.Node {
	line := bin(expression.Add, expression.Constant(3.1), times(0.21, n))
	return regression.TuneEstimates(data, line, selection.Compare(data, []expression.Node{line}, true).Noise, 12)
}

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
		data := dataset.Prepare(table, model.InternalAction.Noisy())
		e, err := Explain(t.Context(), data, fittedLine(data))
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

func TestAnIntervalHoldsItsOwnNumberOrThereIsNone(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	c, y := model.Column{Variable: n.Variable, Kind: model.Number}, model.Column{Kind: model.Number}
	for range 50 {
		x := math.Round(math.Exp(6 * r.Float64()))
		c.Num, y.Num = append(c.Num, x), append(y.Num, (3+0.2*x)*math.Exp(0.1*r.NormFloat64()))
	}
	data := dataset.Prepare(&model.Table{Columns: []model.Column{c}, Target: y}, model.InternalAction.Noisy())
	line := regression.Numbers(fittedLine(data))
	for by, want := range map[float64]int{1: 2, 1.001: 2, 1.5: 0} { // of the slope: as measured, nearly so, a person's own
		e, err := Explain(t.Context(), data, bin(expression.Add, expression.Constant(line[0]), times(line[1]*by, n)))
		if err != nil || len(e.Intervals) != want {
			t.Errorf("with %g times the slope there are %+v, %v; want %d intervals", by, e.Intervals, err, want)
		}
		for _, in := range e.Intervals {
			if in.Value < in.Low || in.Value > in.High {
				t.Errorf("%+v does not hold its own number", in)
			}
		}
	}
}
