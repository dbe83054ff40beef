package dataset

import (
	"math"
	"slices"

	"beagle/statistics/robust"
)

// MedianWeight is the median over the points of how many observations stand behind each; 1
// without points.
func (d *Data) MedianWeight() float64 { return usual(d.Weight) }

// MedianPlaces is the median over the points of at how many places in the order of their launches rows behind each
// stand.
func (d *Data) MedianPlaces() float64 { return usual(d.Places) }

// MedianIndependent is the median over the points of how many independent observations stand
// behind each: fewer than observations where launches disagree by more than their rows do.
func (d *Data) MedianIndependent() float64 { return usual(d.Independent) }

// usual is the median of counts, 1 where there are none. Equal counts, which is the usual case, need no
// sorting.
func usual(counts []float64) float64 {
	if len(counts) == 0 {
		return 1
	}
	if !slices.ContainsFunc(counts, func(n float64) bool { return n != counts[0] }) {
		return counts[0]
	}
	return robust.Median(slices.Clone(counts))
}

// independent are how many independent observations stand behind each point. Rows of one launch
// stray together: its compiler decided once, and its memory lies where it lies (Kalibera and Jones,
// "Rigorous Benchmarking in Reasonable Time", 2013). So where launches disagree about a point by
// more than their rows do, further rows say little, and only further launches would.
//
// It is the effective sample size of a two-level random effects model: a mean of n rows in l
// launches has the variance within/n + between/l, as one of 1/(1/n + between/within/l) independent
// rows would have. Without that disagreement the weights are returned as they are.
func independent(o *Observed, r Replicates) []float64 {
	out := slices.Clone(o.Weight)
	between := betweenLaunches(o, r)
	if !(between > 0) {
		return out
	}
	within := r.Noise * r.Noise
	for i, shares := range o.ByLaunch {
		if o.Weight[i] > 0 && len(shares) > 0 {
			out[i] = min(o.Weight[i], 1/(1/o.Weight[i]+between/within/launchesOf(shares)))
		}
	}
	return out
}

// launchesOf is how many launches say something of a point, those counted less that have a small
// portion of it: Kish's effective number, 1 over the sum of squared portions.
func launchesOf(shares []Share) float64 {
	sum := 0.0
	for _, s := range shares {
		sum += s.Portion * s.Portion
	}
	return 1 / sum
}

// betweenLaunches is the variance of what launches say of the same point beyond what their rows
// explain, relative to its value: from the median of differences of two, as that of replicates; 0
// where too few points were seen by several.
//
// Half the squared difference of two launches estimates between + within; the median over all
// pairs, by that of chi-square with one degree of freedom, is robust; what medians of rows vary by
// is taken off.
func betweenLaunches(o *Observed, r Replicates) float64 {
	const few = 5
	if r.NoiseFreedom < few || !(r.Noise > NoiseFloor) {
		return 0
	}
	var squares []float64
	rows := 0.0
	for i, shares := range o.ByLaunch {
		for j := 1; j < len(shares); j++ {
			a, b := shares[j-1], shares[j]
			if size := (math.Abs(a.Median) + math.Abs(b.Median)) / 2; size > 0 {
				off := (a.Median - b.Median) / size
				squares = append(squares, off*off/2)
				rows += (1/(a.Portion*o.Weight[i]) + 1/(b.Portion*o.Weight[i])) / 2
			}
		}
	}
	if len(squares) < few {
		return 0
	}
	const (
		medianOfSquares = 0.4549 // of a standard normal variable
		ofMedians       = math.Pi / 2
	)
	expected := r.Noise * r.Noise * min(1, ofMedians*rows/float64(len(squares)))
	return max(0, robust.Median(squares)/medianOfSquares-expected)
}
