package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/calibration"
	"beagle/statistics/dataset"
)

// answers are waits of which a share is slow, whatever was asked.
func answers(slow float64) *model.Table {
	r := rand.New(rand.NewPCG(11, 12))
	t := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for i := range 2000 {
		x := math.Exp(8 * r.Float64())
		y := (4e-4 + 1e-9*x) * math.Exp(0.1*r.NormFloat64())
		if r.Float64() < slow {
			y += 0.1 + 0.1*r.Float64()
		}
		t.Columns[0].Num, t.Target.Num = append(t.Columns[0].Num, x), append(t.Target.Num, y)
		t.Launch, t.Seq = append(t.Launch, int32(i/400)), append(t.Seq, int64(i))
	}
	return t
}

func TestScatterMattersWhereTheProgramIsNowAndThenMuchSlower(t *testing.T) {
	for share, want := range map[float64]bool{0: false, 0.05: true, 0.2: true} {
		d := dataset.Prepare(answers(share), true, dataset.ProcessorTimes)
		if got := ScatterMatters(d, expression.Constant(4e-4)); got != want {
			t.Errorf("%g slow: %v, want %v: %+v", share, got, want, calibration.Of(d, expression.Constant(4e-4)))
		}
	}
}

func TestBinsOfAFastAndASlowPathHaveItsMeanAndItsShares(t *testing.T) {
	table := answers(0.05)
	d := dataset.Prepare(table, true, dataset.ProcessorTimes)
	said := calibration.Of(d, expression.Constant(4e-4)).Expression
	level, err := dataset.Evaluate(said, []model.Column{{Variable: n.Variable, Kind: model.Number, Num: []float64{100}}})
	if err != nil {
		t.Fatal(err)
	}
	r := Scatter(d, expression.Constant(4e-4))
	if r.BinsKS > 0.1 || r.KS < 2*r.BinsKS {
		t.Errorf("bins are %g off the data, a logarithmic normal distribution %g", r.BinsKS, r.KS)
	}
	mean, all, slow := 0.0, 0.0, 0.0
	for b, share := range r.Shares {
		middle := (r.Bins[b] + r.Bins[b+1]) / 2
		mean, all = mean+share*middle, all+share
		if middle*level[0] > 0.05 {
			slow += share
		}
	}
	measured := 0.0
	for _, y := range table.Target.Num {
		measured += y / float64(table.Rows())
	}
	if math.Abs(all-1) > 1e-9 || math.Abs(mean*level[0]/measured-1) > 0.03 || math.Abs(slow-0.05) > 0.02 {
		t.Errorf("shares add up to %g, the mean is %g of %g s, measured %g; %.3f are slow: %+v", all, mean, level[0], measured, slow, r)
	}
}
