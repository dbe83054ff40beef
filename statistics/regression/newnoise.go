package regression

import (
	"math"
	"slices"

	"beagle/statistics/dataset"
)

// NewNoise is a noise with a given offset, which is raised where values are
// zero. That of counts that scatter grows with the root of the value, and has none. Sigma is left to the caller. Weights are
// shared by all noises of the data.
func NewNoise(d *dataset.Data, offset float64) *Noise {
	n := *d.Memo(noiseKey{}, func() any { return noiseOf(d) }).(*Noise) //nolint:forcetypeassert // this function alone knows the key
	n.Offset = max(offset, n.Offset)
	return &n
}

// noiseKey is the key under which data keep what all noises of these data share.
type noiseKey struct{}

// noiseOf is the noise with the least offset.
func noiseOf(d *dataset.Data) *Noise {
	n := &Noise{Weight: make([]float64, d.Points()), relative: d.Relative(), level: d.Level(), rounding: d.Resolution, far: OutlierFrom}
	if d.Noisy {
		n.far = max(OutlierFrom, min(farEach*d.MedianPlaces(), medianLimit))
	}
	if n.relative && slices.Contains(d.Y, 0) {
		if d.Counted {
			n.Offset = 0.05 * n.level
		} else { // a time that was measured as zero is shorter than the shortest other one
			n.Offset = leastAboveZero(d.Y, n.level)
		}
	}
	n.root = d.Counted && d.Noisy && n.relative
	special := Shared(d)
	for i := range n.Weight {
		n.Weight[i] = 1
		if d.Noisy {
			n.Weight[i] = (1 + special) / (1/d.Independent[i] + special)
		}
	}
	n.roots = make([]float64, len(n.Weight))
	for i, w := range n.Weight {
		n.roots[i] = math.Sqrt(w)
	}
	return n
}

// Shared is the variance, in parts of that of one observation, that all observations with the same inputs have in common: replicates
// average their noise, but not what alignment and caches do to all of them (Systematic). It is a twentieth where replicates
// show no noise, and nothing of counts, in which the machine has no part.
func Shared(d *dataset.Data) float64 {
	if d.Counted {
		return 0
	}
	if d.Noise > dataset.NoiseFloor {
		return Systematic * Systematic / (d.Noise * d.Noise)
	}
	return 0.05
}

// equalKey is the key under which data keep the noise that equal inputs show under one law.
type equalKey struct {
	offset float64
	root   bool
}

// OfEqualInputs is the standard deviation of one observation that equal inputs show, in units of the noise's scale; NaN: they show none.
func (n *Noise) OfEqualInputs(d *dataset.Data) float64 {
	return d.Memo(equalKey{n.Offset, n.root}, func() any { return d.NoiseBy(n.Scale) }).(float64) //nolint:forcetypeassert // this function alone knows the key
}

// leastAboveZero is the smallest value above zero, and no more than a bound.
func leastAboveZero(values []float64, least float64) float64 {
	for _, y := range values {
		if y > 0 {
			least = min(least, y)
		}
	}
	return least
}
