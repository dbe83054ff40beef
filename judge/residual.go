package judge

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model/expression"
	"beagle/statistics/calibration"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// Residual is how single observations scatter around an expression: the
// distribution of observation divided by prediction.
type Residual struct {
	Mean, Deviation float64 // of a logarithmic normal distribution, by its robust fit
	KS              float64 // largest distance of the two distribution functions (Kolmogorov, Smirnov)
	Wasserstein     float64 // mean distance of their quantiles
	// Bins are the borders of eight parts and Shares their probabilities, an
	// alternative where the distribution is not logarithmic normal; BinsKS is
	// its distance.
	Bins, Shares []float64
	BinsKS       float64 // see Bins
	Rows         int     // observations behind it
}

// Scatter is how single observations scatter around what is written of an expression: its
// totals are the measured ones, and so are those of the expression times the
// distribution. It is zero where there are too few observations or ratios make no sense:
// fewer than 20, or more than a tenth of them not positive.
func Scatter(d *dataset.Data, n expression.Node) Residual {
	if d.Table == nil {
		return Residual{}
	}
	mean := calibration.Of(d, n)
	if mean != nil {
		n = mean.Expression
	}
	f := saidOf(n, d.Table)
	if f == nil {
		return Residual{}
	}
	ratios := make([]float64, 0, len(d.Rows))
	for _, i := range d.Rows {
		if y := d.Table.Target.Num[i]; y > 0 && f[i] > 0 && !math.IsInf(y, 0) {
			ratios = append(ratios, y/f[i])
		}
	}
	if len(ratios) < 20 || len(ratios)*10 < 9*len(d.Rows) {
		return Residual{}
	}
	// A logarithmic normal distribution by median and the quantiles one standard
	// deviation away from it.
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
	if mean != nil && mean.Calibrated {
		// The mean is one. Of a logarithmic normal distribution, whose mean is
		// exp(mu + sigma^2/2), the spread has to make up for a median below it.
		sigma = math.Sqrt(max(sigma*sigma, -2*mu))
		mu = -sigma * sigma / 2
	}
	r := Residual{Mean: math.Exp(mu + sigma*sigma/2), Rows: len(ratios)}
	r.Deviation = r.Mean * math.Sqrt(math.Expm1(sigma*sigma))
	// How far that distribution lies from what was observed, by the two usual distances.
	normal := distuv.LogNormal{Mu: mu, Sigma: sigma}
	count := float64(len(ratios))
	for i, x := range ratios {
		p := normal.CDF(x)
		r.KS = max(r.KS, math.Abs(p-float64(i)/count), math.Abs(p-float64(i+1)/count))
		r.Wasserstein += math.Abs(x-normal.Quantile((float64(i)+0.5)/count)) / count
	}
	// The alternative by bins, which needs no family of distributions.
	r.bins(ratios)
	r.keepMean()
	for i, x := range ratios {
		r.BinsKS = max(r.BinsKS, math.Abs(r.share(x)-(float64(i)+0.5)/count))
	}
	return r
}
