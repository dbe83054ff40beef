package fit

import (
	"math"
	"slices"
)

// worths are how many independent observations stand behind each point. Rows of
// one launch stray together: its compiler decided once, and its memory lies
// where it lies (Kalibera and Jones, "Rigorous Benchmarking in Reasonable Time",
// 2013). So where launches disagree about a point by more than their rows do,
// further rows say little, and only further launches would.
func (d *Data) worths() []float64 {
	out := slices.Clone(d.Weight)
	between := d.betweenLaunches()
	if !(between > 0) {
		return out
	}
	within := d.Noise * d.Noise
	for i, shares := range d.shares {
		if d.Weight[i] > 0 && len(shares) > 0 {
			out[i] = min(d.Weight[i], 1/(1/d.Weight[i]+between/within/launchesOf(shares)))
		}
	}
	return out
}

// launchesOf is how many launches say something of a point, those counted less
// that have a small portion of it.
func launchesOf(shares []share) float64 {
	sum := 0.0
	for _, s := range shares {
		sum += s.portion * s.portion
	}
	return 1 / sum
}

// betweenLaunches is the variance of what launches say of the same point beyond
// what their rows explain, relative to its value: from the median of differences
// of two, as that of replicates; 0 where too few points were seen by several.
func (d *Data) betweenLaunches() float64 {
	const few = 5
	if !d.Noisy || d.NoiseFreedom < few || !(d.Noise > Floor) {
		return 0
	}
	var squares []float64
	rows := 0.0
	for i, shares := range d.shares {
		for j := 1; j < len(shares); j++ {
			a, b := shares[j-1], shares[j]
			if size := (math.Abs(a.y) + math.Abs(b.y)) / 2; size > 0 {
				off := (a.y - b.y) / size
				squares = append(squares, off*off/2)
				rows += (1/(a.portion*d.Weight[i]) + 1/(b.portion*d.Weight[i])) / 2
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
	expected := d.Noise * d.Noise * min(1, ofMedians*rows/float64(len(squares)))
	slices.Sort(squares)
	return max(0, Quantile(squares, 0.5)/medianOfSquares-expected)
}
