package judge

import (
	"math"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/calibration"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// Where a distribution has a gap, which is a bin without observations.
const (
	wideGap  = 2 // times as much above it as below
	aboveGap = 5 // observations at the least
)

// Probabilities at which bins end: of all observations, and of those below and
// above a gap. What lies just below one is few that stray.
var (
	binsOfAll = []float64{1. / 8, 2. / 8, 3. / 8, 4. / 8, 5. / 8, 6. / 8, 7. / 8, 1}
	binsBelow = []float64{0.1, 0.5, 0.95, 1}
	binsAbove = []float64{1. / 3, 2. / 3, 1}
)

// bins divides ratios, in ascending order, into parts of equal probability. Where most
// are near each other and some far above, as where a program has a fast and a slow path,
// each of both is divided by itself; the gap between is a bin with the share 0. It sets
// r.Bins, one more than r.Shares.
func (r *Residual) bins(ratios []float64) {
	// The widest gap above the median: below it are most, and a handful has to lie above
	// it.
	count := float64(len(ratios))
	widest, at := float64(wideGap), -1
	for i := len(ratios) / 2; i+aboveGap < len(ratios); i++ {
		if wide := ratios[i+1] / ratios[i]; wide > widest {
			widest, at = wide, i
		}
	}
	add := func(of, ends []float64) {
		if len(r.Bins) > 0 {
			r.Shares = append(r.Shares, 0)
		}
		r.Bins = append(r.Bins, of[0])
		before := 0.0
		for _, end := range ends {
			r.Bins = append(r.Bins, robust.Quantile(of, end))
			r.Shares = append(r.Shares, (end-before)*float64(len(of))/count)
			before = end
		}
	}
	if at < 0 {
		add(ratios, binsOfAll)
		return
	}
	add(ratios[:at+1], binsBelow)
	add(ratios[at+1:], binsAbove)
}

// mean is that of some bins, times their share.
func (r *Residual) mean(from, to int) (sum float64) {
	for b := from; b < to; b++ {
		sum += r.Shares[b] * (r.Bins[b] + r.Bins[b+1]) / 2
	}
	return sum
}

// keepMean moves the bins above a gap, or the end of the last bin, so that all have
// the mean: the largest ratio of all, at which that ends, says little, and half of it
// would count for all observations of the bin.
func (r *Residual) keepMean() {
	last := len(r.Shares) - 1
	if gap := slices.Index(r.Shares, 0); gap > 0 {
		by := (r.Mean - r.mean(0, gap)) / r.mean(gap+1, last+1)
		if by*r.Bins[gap+1] > r.Bins[gap] {
			for b := gap + 1; b < len(r.Bins); b++ {
				r.Bins[b] *= by
			}
			return
		}
	}
	sum := r.mean(0, last)
	if end := 2*(r.Mean-sum)/r.Shares[last] - r.Bins[last]; end > r.Bins[last] {
		r.Bins[last+1] = end
		return
	}
	sum = r.mean(0, last+1)
	for b := range r.Bins {
		r.Bins[b] *= r.Mean / sum
	}
}

// share is the distribution function of the bins: the probability of at most x, linear
// within a bin.
func (r *Residual) share(x float64) float64 {
	below := 0.0
	for b, share := range r.Shares {
		if x <= r.Bins[b+1] {
			if width := r.Bins[b+1] - r.Bins[b]; width > 0 {
				share *= max(x-r.Bins[b], 0) / width
			}
			return below + share
		}
		below += share
	}
	return 1
}

// ScatterMatters reports whether the scatter of single observations is the
// program's own and so large that a model without it lacks something: where the mean
// is surely several times what is typical. What queues before such a demand waits
// much longer than before one that always takes the mean. Where others disturbed
// the machine nobody can say whose scatter it is.
func ScatterMatters(d *dataset.Data, n expression.Node) bool {
	const several = 1.5
	mean := calibration.Of(d, n)
	return mean != nil && !d.Contended && mean.Calibrated && mean.Low >= several && !math.IsInf(mean.Ratio, 0)
}
