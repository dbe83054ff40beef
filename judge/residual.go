package judge

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// Residual is how single observations scatter around an expression: the
// distribution of observation divided by prediction.
type Residual struct {
	Mean, Deviation float64 // of a logarithmic normal distribution, by its robust fit
	KS              float64 // largest distance of the two distribution functions (Kolmogorov, Smirnov)
	Wasserstein     float64 // mean distance of their quantiles
	// Bins are the borders of up to eight parts of equal probability, an
	// alternative where the distribution is not logarithmic normal; BinsKS is
	// its distance.
	Bins   []float64
	BinsKS float64
	Rows   int // observations behind it
}

const bins = 8

// Scatter is how single observations scatter around an expression; zero where
// there are too few of them or ratios make no sense. rows are those that count,
// nil: all.
func Scatter(table *model.Table, rows []int, n expression.Node) Residual {
	program, err := expression.Compile(n, table.Columns)
	if err != nil {
		return Residual{}
	}
	f := make([]float64, table.Rows())
	program.Eval(f, 0)
	if rows == nil {
		for i := range f {
			rows = append(rows, i)
		}
	}
	ratios := make([]float64, 0, len(rows))
	for _, i := range rows {
		if y := table.Target.Num[i]; y > 0 && f[i] > 0 && !math.IsInf(y, 0) {
			ratios = append(ratios, y/f[i])
		}
	}
	if len(ratios) < 20 || len(ratios)*10 < 9*len(rows) {
		return Residual{}
	}
	slices.Sort(ratios)
	logs := make([]float64, len(ratios))
	for i, x := range ratios {
		logs[i] = math.Log(x)
	}
	mu := robust.Quantile(logs, 0.5)
	sigma := (robust.Quantile(logs, 0.8413) - robust.Quantile(logs, 0.1587)) / 2
	if sigma < dataset.NoiseFloor {
		return Residual{}
	}
	r := Residual{Mean: math.Exp(mu + sigma*sigma/2), Rows: len(ratios)}
	r.Deviation = r.Mean * math.Sqrt(math.Expm1(sigma*sigma))
	normal := distuv.LogNormal{Mu: mu, Sigma: sigma}
	count := float64(len(ratios))
	for i, x := range ratios {
		p := normal.CDF(x)
		r.KS = max(r.KS, math.Abs(p-float64(i)/count), math.Abs(p-float64(i+1)/count))
		r.Wasserstein += math.Abs(x-normal.Quantile((float64(i)+0.5)/count)) / count
	}
	for b := range bins + 1 {
		r.Bins = append(r.Bins, robust.Quantile(ratios, float64(b)/bins))
	}
	for i, x := range ratios {
		r.BinsKS = max(r.BinsKS, math.Abs(r.share(x)-(float64(i)+0.5)/count))
	}
	return r
}

// share is the distribution function of the bins.
func (r Residual) share(x float64) float64 {
	for b := 1; b < len(r.Bins); b++ {
		if x <= r.Bins[b] {
			width := r.Bins[b] - r.Bins[b-1]
			if width == 0 {
				return float64(b) / bins
			}
			return (float64(b-1) + max(x-r.Bins[b-1], 0)/width) / bins
		}
	}
	return 1
}
