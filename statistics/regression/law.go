package regression

import (
	"math"

	"beagle/statistics/dataset"
)

// Law is one way in which noise may depend on the value.
type Law struct {
	noise *Noise
	logs  float64 // what turns a density of residuals into one of values
	root  bool    // the standard deviation grows with the root of the value, as that of events by chance does
}

// Laws are those that values may have: relative down to a fixed jitter, and of counts that scatter by the root of their value.
func Laws(d *dataset.Data) (all []Law) {
	for i, n := range offsetsOf(d) {
		l := Law{noise: n.noise, logs: n.logs}
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
