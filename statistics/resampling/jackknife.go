package resampling

import (
	"math"

	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// jackknife is the covariance of the estimates by refitting them without
// each launch: what is special to a launch strays in all its observations
// together, so that only launches are independent (jackknife over clusters:
// MacKinnon, Nielsen and Webb, "Cluster-robust inference: a guide to empirical
// practice", 2023). With the few launches that there are, Student's t for their
// number is closer than resampling them. nil: fewer than two launches are known.
func jackknife(d *dataset.Data, c *regression.Covariance) (*regression.Covariance, float64) {
	if d.ByLaunch == nil {
		return nil, 0
	}
	t, k := c.Tuner, c.Information.K
	type sums struct{ normal, pull []float64 }
	launches := map[int32]*sums{}
	var order []int32
	normal := t.Normal()
	for i, shares := range d.ByLaunch {
		for _, s := range shares {
			l := launches[s.Launch]
			if l == nil {
				l = &sums{make([]float64, k*k), make([]float64, k)}
				launches[s.Launch] = l
				order = append(order, s.Launch)
			}
			w := t.Weight[i] * s.Portion
			away := t.Noise.Scale(t.Values[i]) * t.Noise.Residual(s.Median, t.Values[i])
			for a := range k {
				l.pull[a] += w * away * t.Columns[a][i]
				for b := range k {
					l.normal[a*k+b] += w * t.Columns[a][i] * t.Columns[b][i]
				}
			}
		}
	}
	count := float64(len(order))
	if count < 2 {
		return nil, 0
	}
	var all [][]float64
	mean := make([]float64, k)
	for _, launch := range order {
		l := launches[launch]
		rest, pull := make([]float64, k*k), make([]float64, k)
		for i := range rest {
			rest[i] = normal[i] - l.normal[i]
		}
		for i := range pull {
			pull[i] = -l.pull[i]
		}
		if !determined(rest, normal, k) {
			return nil, 0 // each launch had inputs of its own, and too few launches
		}
		away := t.Step(rest, pull, 1e-12)
		if away == nil {
			return nil, 0
		}
		all = append(all, away)
		for i := range mean {
			mean[i] += away[i]
		}
	}
	out := &regression.Covariance{Places: c.Places, Freedom: float64(len(all) - 1), Matrix: make([]float64, k*k)}
	for i := range mean {
		mean[i] /= float64(len(all))
	}
	for _, away := range all {
		for i := range k {
			for j := range k {
				out.Matrix[i*k+j] += (away[i] - mean[i]) * (away[j] - mean[j]) * c.Slope * c.Slope * out.Freedom / float64(len(all))
			}
		}
	}
	for i := range k {
		if math.IsNaN(out.Matrix[i*k+i]) {
			return nil, 0
		}
	}
	return out, student(out.Freedom)
}

// determined reports whether the rest of some information still tells each number:
// not where one launch alone knew nearly all of it.
func determined(rest, all []float64, k int) bool {
	const less = 100 // times the variance
	a, b := regression.Inverted(rest, k), regression.Inverted(all, k)
	if a == nil || b == nil {
		return false
	}
	for i := range k {
		if !(a[i*k+i] < less*b[i*k+i]) {
			return false
		}
	}
	return true
}
