package resampling

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// jackknife is the covariance of the estimates by refitting them without each
// launch: what is special to a launch strays in all its observations together, so
// that only launches are independent (jackknife over clusters: MacKinnon, Nielsen
// and Webb, "Cluster-robust inference: a guide to empirical practice", 2023). With
// the few launches that there are, Student's t for their number, whose quantile is
// the second result, is closer than resampling them. Unlike theirs, each refit is
// one step of Gauss and Newton from the fit to all. nil: fewer than two launches
// are known, or one alone decides a number.
func jackknife(d *dataset.Data, c *regression.Covariance) (*mat.SymDense, float64) {
	if d.ByLaunch == nil {
		return nil, 0
	}
	parts, order := partsOf(d, c.Fit)
	count := float64(len(order))
	if count < 2 {
		return nil, 0
	}
	k := len(c.Places)
	// Normal equations are sums over observations: those of the rest are all's less the launch's.
	// At the optimum the gradient of all is zero, so the rest's is the launch's with the other
	// sign.
	normal := c.Fit.Normal()
	var all [][]float64
	mean := make([]float64, k)
	for _, launch := range order {
		part := parts[launch]
		rest, gradient := mat.NewSymDense(k, nil), make([]float64, k)
		for i := range k {
			gradient[i] = -part.gradient[i]
			for j := i; j < k; j++ {
				rest.SetSym(i, j, normal.At(i, j)-part.normal.At(i, j))
			}
		}
		away := make([]float64, k)
		if !determined(rest, normal) || !c.Fit.Step(away, rest, gradient, 1e-12) {
			return nil, 0 // each launch had inputs of its own, and too few launches
		}
		all = append(all, away)
		for i := range mean {
			mean[i] += away[i] / count
		}
	}
	// The jackknife's covariance: (n-1)/n times the sum of squares around the mean (Efron,
	// "Bootstrap methods: another look at the jackknife", 1979).
	out, off := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	for _, away := range all {
		for i := range k {
			off.SetVec(i, away[i]-mean[i])
		}
		out.SymRankOne(out, c.Score*c.Score*(count-1)/count, off)
	}
	for i := range k {
		if math.IsNaN(out.At(i, i)) {
			return nil, 0
		}
	}
	return out, student(count - 1)
}

// part is what one launch adds to the normal equations.
type part struct {
	normal   *mat.SymDense
	gradient []float64
}

// partsOf splits the normal equations by launches, in the order in which they are
// first seen.
func partsOf(d *dataset.Data, fit *regression.Linearisation) (parts map[int32]*part, order []int32) {
	k := len(fit.Slopes)
	parts = map[int32]*part{}
	slopes := mat.NewVecDense(k, nil)
	for i, shares := range d.ByLaunch {
		for j := range k {
			slopes.SetVec(j, fit.Slopes[j][i])
		}
		for _, s := range shares {
			p := parts[s.Launch]
			if p == nil {
				p = &part{mat.NewSymDense(k, nil), make([]float64, k)}
				parts[s.Launch] = p
				order = append(order, s.Launch)
			}
			w := fit.Weight[i] * s.Portion
			away := fit.Noise.Scale(fit.Values[i]) * fit.Noise.Residual(s.Median, fit.Values[i])
			for a := range k {
				p.gradient[a] += w * away * slopes.AtVec(a)
			}
			p.normal.SymRankOne(p.normal, w, slopes)
		}
	}
	return parts, order
}

// determined reports whether the rest of some information still tells each number:
// not where one launch alone knew nearly all of it.
func determined(rest, all *mat.SymDense) bool {
	const less = 100 // times the variance
	a, b := regression.Inverse(rest), regression.Inverse(all)
	if a == nil || b == nil {
		return false
	}
	for i := range a.SymmetricDim() {
		if !(a.At(i, i) < less*b.At(i, i)) {
			return false
		}
	}
	return true
}
