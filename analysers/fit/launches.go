package fit

import (
	"math"

	"beagle/model"
)

// share is what one launch says of a point.
type share struct {
	launch  int32
	portion float64 // of the point's observations
	y       float64 // their median
}

// sharesOf are what the launches say of one parameterisation, whose rows are in
// the order of their values; nil where launches are not known.
func sharesOf(table *model.Table, cell []int) (all []share) {
	if table.Launch == nil {
		return nil
	}
	rows := map[int32][]int{}
	var order []int32
	for _, row := range cell {
		l := table.Launch[row]
		if rows[l] == nil {
			order = append(order, l)
		}
		rows[l] = append(rows[l], row)
	}
	for _, l := range order {
		all = append(all, share{l, float64(len(rows[l])) / float64(len(cell)), at(rows[l], table.Target.Num, 0.5)})
	}
	return all
}

// leaveLaunchesOut is the covariance of the estimates by refitting them without
// each launch: what is special to a launch strays in all its observations
// together, so that only launches are independent (jackknife over clusters:
// MacKinnon, Nielsen and Webb, "Cluster-robust inference: a guide to empirical
// practice", 2023). With the few launches that there are, Student's t for their
// number is closer than resampling them. nil: fewer than two launches are known.
func leaveLaunchesOut(d *Data, c *Covariance) (*Covariance, float64) {
	if d.shares == nil {
		return nil, 0
	}
	t, k := c.tuner, c.information.k
	type sums struct{ normal, pull []float64 }
	launches := map[int32]*sums{}
	var order []int32
	normal := t.normal()
	for i, shares := range d.shares {
		for _, s := range shares {
			l := launches[s.launch]
			if l == nil {
				l = &sums{make([]float64, k*k), make([]float64, k)}
				launches[s.launch] = l
				order = append(order, s.launch)
			}
			w := t.weight[i] * s.portion
			away := t.noise.Scale(t.f[i]) * t.noise.Residual(s.y, t.f[i])
			for a := range k {
				l.pull[a] += w * away * t.columns[a][i]
				for b := range k {
					l.normal[a*k+b] += w * t.columns[a][i] * t.columns[b][i]
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
		away := t.step(rest, pull, 1e-12)
		if away == nil {
			return nil, 0
		}
		all = append(all, away)
		for i := range mean {
			mean[i] += away[i]
		}
	}
	out := &Covariance{Places: c.Places, Freedom: float64(len(all) - 1), matrix: make([]float64, k*k)}
	for i := range mean {
		mean[i] /= float64(len(all))
	}
	for _, away := range all {
		for i := range k {
			for j := range k {
				out.matrix[i*k+j] += (away[i] - mean[i]) * (away[j] - mean[j]) * c.slope * c.slope * out.Freedom / float64(len(all))
			}
		}
	}
	for i := range k {
		if math.IsNaN(out.matrix[i*k+i]) {
			return nil, 0
		}
	}
	return out, quantile(out.Freedom)
}

// determined reports whether the rest of some information still tells each number:
// not where one launch alone knew nearly all of it.
func determined(rest, all []float64, k int) bool {
	const less = 100 // times the variance
	a, b := inverted(rest, k), inverted(all, k)
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

// inverted is the inverse of a symmetric matrix; nil where it has none.
func inverted(m []float64, k int) []float64 {
	in := &Information{factor: make([]float64, k*k), scale: make([]float64, k), k: k}
	for i := range k {
		if in.scale[i] = math.Sqrt(m[i*k+i]); !(in.scale[i] > 0) {
			return nil
		}
	}
	for i := range k {
		for j := range k {
			in.factor[i*k+j] = m[i*k+j] / (in.scale[i] * in.scale[j])
		}
		in.factor[i*k+i] += 1e-12
	}
	if !cholesky(in.factor, k) {
		return nil
	}
	return in.inverse()
}
