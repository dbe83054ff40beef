package selection

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"beagle/model"
	"beagle/statistics/dataset"
)

// bend is the standard deviation, relative, of each way in which machines bend the costs of real programs over the measured range: small
// sizes fit into caches, and compilers unroll for large ones. Our own, from half of the sections of suite R of bench/learning.
const bend = 0.05

// bendsKey is the key under which data keep the ways to bend.
type bendsKey struct{}

// bendsOf are the ways in which a machine may bend costs, polynomials of the inputs' logarithms at each point: up to the third degree of
// each input, and products of two. There are none where nothing is known of launches: other tables need not be of a machine's times.
func bendsOf(d *dataset.Data) [][]float64 {
	if !d.Noisy || d.Counted || d.Table == nil || d.Table.Launch == nil {
		return nil
	}
	return d.Memo(bendsKey{}, func() any { return polynomials(d.Columns) }).([][]float64) //nolint:forcetypeassert // this function alone knows the key
}

func polynomials(columns []model.Column) (all [][]float64) {
	var slopes [][]float64
	for _, c := range columns {
		x := standardised(c)
		if x == nil {
			continue
		}
		slope := legendre(x, 1)
		all = append(all, slope, legendre(x, 2), legendre(x, 3))
		for _, other := range slopes {
			all = append(all, floats.MulTo(make([]float64, len(slope)), slope, other))
		}
		slopes = append(slopes, slope)
	}
	return all
}

// bent is what the residuals cost once all bends are integrated out: least squares with the weights of Student's noise, until nothing
// changes (Lange, Little and Taylor 1989), and Laplace's method.
func (l *likelihood) bent(bends [][]float64) float64 {
	const rounds, near = 20, 1e-3
	const precision = 1 / (bend * bend) // of each coefficient
	k := len(bends)
	information, right, coef := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil), mat.NewVecDense(k, nil)
	var factor mat.Cholesky
	straight, scale := l.profile()
	weight, last := make([]float64, len(l.weighted)), math.Inf(1)
	for range rounds {
		for i, r := range l.weighted {
			weight[i] = (tails + 1) / (tails + r*r/scale) / scale * l.roots[i] * l.roots[i]
		}
		for j, a := range bends {
			sum := 0.0
			for i, w := range weight {
				sum += w * a[i] * l.residuals[i]
			}
			right.SetVec(j, sum)
			for m, b := range bends[:j+1] {
				sum := 0.0
				for i, w := range weight {
					sum += w * a[i] * b[i]
				}
				if j == m {
					sum += precision
				}
				information.SetSym(j, m, sum)
			}
		}
		if !factor.Factorize(information) || factor.SolveVecTo(coef, right) != nil {
			return straight
		}
		for i, r := range l.residuals {
			for j, a := range bends {
				r -= coef.AtVec(j) * a[i]
			}
			l.weighted[i] = r * l.roots[i]
		}
		scale = l.scale()
		now := l.cost(scale) + precision/2*mat.Dot(coef, coef)
		done := math.Abs(now-last) < near
		if last = now; done {
			break
		}
	}
	return last + factor.LogDet()/2 - float64(k)/2*math.Log(precision)
}

// standardised are the logarithms of a column's positive numbers, stretched to between -1 and 1; of
// others the values themselves, stretched likewise; nil where all are the same, or no numbers.
func standardised(c model.Column) []float64 {
	if c.Kind != model.Number {
		return nil
	}
	low, high := slices.Min(c.Num), slices.Max(c.Num)
	if !(high > low) {
		return nil
	}
	scale := func(x float64) float64 { return x }
	if low > 0 {
		scale = math.Log
	}
	from, to := scale(low), scale(high)
	out := make([]float64, len(c.Num))
	for i, x := range c.Num {
		out[i] = 2*(scale(x)-from)/(to-from) - 1
	}
	return out
}

// legendre is a polynomial of Legendre of mean square one between -1 and 1.
func legendre(x []float64, degree int) []float64 {
	out := make([]float64, len(x))
	for i, x := range x {
		switch degree {
		case 1:
			out[i] = math.Sqrt(3) * x
		case 2:
			out[i] = math.Sqrt(5) * (3*x*x - 1) / 2
		default:
			out[i] = math.Sqrt(7) * (5*x*x*x - 3*x) / 2
		}
	}
	return out
}
