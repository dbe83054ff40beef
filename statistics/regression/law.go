package regression

import (
	"math"
	"slices"

	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// Law is one way in which noise may depend on the value.
type Law struct {
	noise *Noise
	logs  float64 // in nats: what turns a density of residuals into one of values, and what the law costs
	known float64 // variance of a residual of weight one that equal inputs show; 0: they show none
}

// lawsKey is the key under which data keep their laws.
type lawsKey struct{}

// Laws are those that values may have: relative, or relative down to a fixed jitter, which is one of some quantiles of the values.
// Counts that scatter have one: by the root of their value.
func Laws(d *dataset.Data) []Law {
	return d.Memo(lawsKey{}, func() any { return lawsOf(d) }).([]Law) //nolint:forcetypeassert // this function alone knows the key
}

func lawsOf(d *dataset.Data) (all []Law) {
	offsets := []float64{0}
	if first := NewNoise(d, 0); first.root {
		return []Law{lawOf(d, first)}
	}
	if d.Relative() && d.Points() >= 20 {
		sizes := slices.Clone(d.Y)
		slices.Sort(sizes)
		for _, q := range []float64{0.05, 0.2, 0.5, 0.9} {
			offsets = append(offsets, robust.Quantile(sizes, q))
		}
		offsets = append(offsets, 10*sizes[len(sizes)-1])
	}
	for i, offset := range offsets {
		l := lawOf(d, NewNoise(d, offset))
		if i > 0 {
			l.logs += 3 // purely relative noise is what measurements have
		}
		all = append(all, l)
	}
	return all
}

func lawOf(d *dataset.Data, noise *Noise) Law {
	l := Law{noise: noise}
	for _, y := range d.Y {
		l.logs += math.Log(noise.Scale(y))
	}
	known := d.Noise // of times it is relative, whatever the law
	if noise.root {
		known = noise.OfEqualInputs(d)
	}
	if d.Noisy && d.Noise > dataset.NoiseFloor {
		l.known = known * known * (1 + Shared(d))
	}
	return l
}

// Roots are the square roots of the points' weights, which all laws of some data share; not to be changed.
func (l Law) Roots() []float64 { return l.noise.roots }

// Known is the variance of a residual of weight one that equal inputs show; 0: they show none.
func (l Law) Known() float64 { return l.known }

// Residuals puts the residuals of all points into dst, and returns what their density is less than that of the values.
func (l Law) Residuals(dst, y, f []float64) float64 {
	l.noise.stray(dst, y, f)
	for i, r := range dst { // what rounding alone may have made of them
		dst[i] = math.Copysign(max(math.Abs(r)-l.noise.rounding[i], 0), r)
	}
	return l.logs
}
