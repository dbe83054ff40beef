package judge

import (
	"math"

	"beagle/model/expression"
	"beagle/statistics/calibration"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// Boxes of a distribution, as a DoublePDF has them.
const (
	bins      = 8
	lowBoxes  = 4 // below a gap, which is a box without observations
	highBoxes = 3 // above it
	wideGap   = 2 // times as much above it as below
	aboveGap  = 5 // observations at the least
)

// boxes divides ratios, in order, into parts of equal probability. Where most are
// near each other and some far above, as where a program has a fast and a slow path,
// each of both is divided by itself.
func (r *Residual) boxes(ratios []float64) {
	count := float64(len(ratios))
	widest, at := float64(wideGap), -1
	for i := len(ratios) / 2; i+aboveGap < len(ratios); i++ {
		if wide := ratios[i+1] / ratios[i]; wide > widest {
			widest, at = wide, i
		}
	}
	parts := func(of []float64, n int) {
		if len(r.Bins) > 0 {
			r.Bins, r.Shares = append(r.Bins, of[0]), append(r.Shares, 0)
		} else {
			r.Bins = append(r.Bins, of[0])
		}
		for b := 1; b <= n; b++ {
			r.Bins = append(r.Bins, robust.Quantile(of, float64(b)/float64(n)))
			r.Shares = append(r.Shares, float64(len(of))/count/float64(n))
		}
	}
	if at < 0 {
		parts(ratios, bins)
		return
	}
	parts(ratios[:at+1], lowBoxes)
	parts(ratios[at+1:], highBoxes)
}

// keepMean moves the end of the last box so that the boxes have the mean: the
// largest ratio of all, at which it ended, says little, and half of it would count
// for all observations of the box.
func (r *Residual) keepMean() {
	last := len(r.Shares) - 1
	sum := 0.0
	for b, share := range r.Shares[:last] {
		sum += share * (r.Bins[b] + r.Bins[b+1]) / 2
	}
	if end := 2*(r.Mean-sum)/r.Shares[last] - r.Bins[last]; end > r.Bins[last] {
		r.Bins[last+1] = end
		return
	}
	sum += r.Shares[last] * (r.Bins[last] + r.Bins[last+1]) / 2
	for b := range r.Bins {
		r.Bins[b] *= r.Mean / sum
	}
}

// share is the distribution function of the boxes.
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
