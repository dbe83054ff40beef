package regression

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model"
	"beagle/statistics/dataset"
)

// counted are Poisson's counts of two means.
func counted(small, large float64) *dataset.Data {
	r := rand.New(rand.NewPCG(3, 4))
	table := &model.Table{
		Columns: []model.Column{{Variable: model.Variable{Name: "n", Char: model.ValueOf}, Kind: model.Number}},
		Target:  model.Column{Kind: model.Number},
	}
	for i := range 2000 {
		mean := small
		if i%2 == 1 {
			mean = large
		}
		table.Columns[0].Num = append(table.Columns[0].Num, mean)
		table.Target.Num = append(table.Target.Num, distuv.Poisson{Lambda: mean, Src: r}.Rand())
	}
	return dataset.Prepare(table, false)
}

func TestTheNoiseOfPoissonsCountsIsOneWhateverTheirMean(t *testing.T) {
	for _, d := range []*dataset.Data{counted(3, 4), counted(3, 4000)} {
		if known := Laws(d)[0].Known(); len(Laws(d)) != 1 || math.Abs(known-1) > 0.1 {
			t.Errorf("by %d laws, and the variance of one count is %g in units of its mean, not 1", len(Laws(d)), known)
		}
	}
}

// Residuals are those of maximum likelihood: the loss of a mean is least where it is the mean of the counts.
func TestTheLikeliestMeanOfCountsIsTheirMean(t *testing.T) {
	noise := NewNoise(counted(3, 4), 0)
	loss := func(mean float64) (sum float64) {
		for _, y := range []float64{0, 0, 1, 7} {
			sum += noise.Residual(y, mean) * noise.Residual(y, mean)
		}
		return sum
	}
	if at := loss(2); loss(1.9) <= at || loss(2.1) <= at {
		t.Errorf("of 0, 0, 1 and 7 the deviance of 2 is %g, of 1.9 %g, of 2.1 %g", at, loss(1.9), loss(2.1))
	}
}

// That no call was counted once does not say that there never is one: before there is a model the variance of a count is the count and
// one.
func TestThatNoneWasCountedIsNotExact(t *testing.T) {
	d := counted(3, 4).Part([]int{0, 1})
	weights := NewNoise(d.With([]float64{0, 3}), 0).LeastSquares(d.With([]float64{0, 3}))
	if ratio := weights[0] / weights[1] * d.Weight[1] / d.Weight[0]; math.Abs(ratio-4) > 1e-9 {
		t.Errorf("none counts %g times as much as three, not 4", ratio)
	}
}
