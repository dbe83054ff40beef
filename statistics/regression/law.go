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
	root  bool    // the standard deviation grows with the root of the value, as that of events by chance does
}

// lawsKey is the key under which data keep their laws.
type lawsKey struct{}

// Laws are those that values may have: relative, relative down to a fixed jitter, which is one of some quantiles of the values, and of
// counts that scatter by the root of their value.
func Laws(d *dataset.Data) []Law {
	return d.Memo(lawsKey{}, func() any { return lawsOf(d) }).([]Law) //nolint:forcetypeassert // this function alone knows the key
}

func lawsOf(d *dataset.Data) (all []Law) {
	offsets := []float64{0}
	if d.Relative() && d.Points() >= 20 {
		sizes := slices.Clone(d.Y)
		slices.Sort(sizes)
		for _, q := range []float64{0.05, 0.2, 0.5, 0.9} {
			offsets = append(offsets, robust.Quantile(sizes, q))
		}
		offsets = append(offsets, 10*sizes[len(sizes)-1])
	}
	for i, offset := range offsets {
		l := Law{noise: NewNoise(d, offset)}
		for _, y := range d.Y {
			l.logs += math.Log(l.noise.Scale(y))
		}
		if i > 0 {
			l.logs += 3 // purely relative noise is what measurements have
		}
		all = append(all, l)
	}
	if d.Counted && d.Noisy && d.Relative() {
		all = append(all, Law{noise: all[0].noise, root: true})
	}
	return all
}

// Roots are the square roots of the points' weights, which all laws of some data share; not to be changed.
func (l Law) Roots() []float64 { return l.noise.roots }

// Residuals puts the residuals of all points into dst, and returns what their density is less than that of the values.
func (l Law) Residuals(dst, y, f []float64) float64 {
	logs := l.logs
	if l.root {
		for i := range dst {
			s := math.Sqrt(max(f[i], 0.01*l.noise.level))
			logs += math.Log(s)
			dst[i] = (y[i] - f[i]) / s
		}
	} else {
		l.noise.stray(dst, y, f)
	}
	for i, r := range dst { // what rounding alone may have made of them
		dst[i] = math.Copysign(max(math.Abs(r)-l.noise.rounding[i], 0), r)
	}
	return logs
}
