package piecewise

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/statistics/dataset"
	"beagle/statistics/leastsquares"
	"beagle/statistics/regression"
)

// basis is a small set of smooth functions that approximates most costs.
type basis struct {
	columns [][]float64
	target  []float64
	weight  []float64
}

// newBasis has the number with the given index, where there is one (-1: none),
// bent, and every other variable straight.
func newBasis(d *dataset.Data, bent int) *basis {
	if bent < 0 {
		return basisWith(d, nil, bent)
	}
	return basisWith(d, d.Columns[bent].Num, bent)
}

// basisWith has some numbers bent, which are those of a column where bent is its
// index, and every other variable straight.
func basisWith(d *dataset.Data, x []float64, bent int) *basis {
	const most = 12
	b := &basis{target: d.Y, weight: regression.NewNoise(d, 0).LeastSquares(d)}
	add := func(f func(row int) float64) {
		if len(b.columns) == most {
			return
		}
		column := make([]float64, d.Points())
		sum := 0.0
		for i := range column {
			column[i] = f(i)
			sum += column[i] * column[i] * b.weight[i]
		}
		if sum == 0 || math.IsNaN(sum) || math.IsInf(sum, 0) {
			return
		}
		for i := range column {
			column[i] /= math.Sqrt(sum)
		}
		b.columns = append(b.columns, column)
	}
	add(func(int) float64 { return 1 })
	if x != nil {
		add(func(i int) float64 { return x[i] })
		add(func(i int) float64 { return x[i] * x[i] })
		add(func(i int) float64 { return x[i] * math.Log1p(math.Abs(x[i])) })
	}
	for c, column := range d.Columns {
		switch {
		case c == bent:
		case column.Kind == model.Text:
			for level := range min(len(column.Levels), 4) {
				add(func(i int) float64 {
					if column.Num[i] == float64(level) {
						return 1
					}
					return 0
				})
			}
		default:
			add(func(i int) float64 { return column.Num[i] })
			if bent >= 0 {
				add(func(i int) float64 { return column.Num[i] * x[i] })
			} else {
				add(func(i int) float64 { return column.Num[i] * math.Log1p(math.Abs(column.Num[i])) })
			}
		}
	}
	return b
}

// residuals are the ranks, from 1, of what least squares leaves; nil where the
// basis cannot be solved.
func (b *basis) residuals() []float64 {
	coef, _ := leastsquares.Solve(b.columns, b.target, b.weight)
	if coef == nil {
		return nil
	}
	left := slices.Clone(b.target)
	for i := range left {
		for j, c := range coef {
			left[i] -= c * b.columns[j][i]
		}
		left[i] *= math.Sqrt(b.weight[i])
	}
	ranks := make([]float64, len(left))
	for rank, i := range dataset.Order(left) {
		ranks[i] = float64(rank + 1)
	}
	return ranks
}

// newProducts is a basis for the logarithm of what is positive: in logarithms
// products are sums. Nil where something is not positive.
func newProducts(d *dataset.Data) *basis {
	b := &basis{target: make([]float64, d.Points()), weight: d.Weight}
	one := make([]float64, d.Points())
	for i, y := range d.Y {
		if y <= 0 {
			return nil
		}
		b.target[i], one[i] = math.Log(y), 1
	}
	b.columns = append(b.columns, one)
	for _, c := range d.Columns {
		if c.Kind == model.Text || len(b.columns) == 8 {
			continue
		}
		column := make([]float64, d.Points())
		for i, x := range c.Num {
			column[i] = math.Copysign(math.Log1p(math.Abs(x)), x)
		}
		b.columns = append(b.columns, column)
	}
	return b
}

// sums is a Gram matrix that points are added to and taken from.
type sums struct {
	k    int
	m    []float64 // lower triangle
	y    []float64
	yy   float64
	l, z []float64 // work space
}

// newSums is room for normal equations of k columns.
func newSums(k int) *sums {
	return &sums{k: k, m: make([]float64, k*k), y: make([]float64, k), l: make([]float64, k*k), z: make([]float64, k)}
}

// clone are sums that change by themselves.
func (s *sums) clone() *sums {
	c := newSums(s.k)
	copy(c.m, s.m)
	copy(c.y, s.y)
	c.yy = s.yy
	return c
}

// add moves a row into the sums (sign 1) or out of them (-1): the update of a Gram matrix by one
// observation, k² operations.
func (s *sums) add(b *basis, row int, sign float64) {
	w := sign * b.weight[row]
	for i := range s.k {
		x := w * b.columns[i][row]
		for j := range i + 1 {
			s.m[i*s.k+j] += x * b.columns[j][row]
		}
		s.y[i] += x * b.target[row]
	}
	s.yy += w * b.target[row] * b.target[row]
}

// move takes a row out of the sums and adds it to others: what both change by is worked
// out once.
func (s *sums) move(b *basis, row int, to *sums) {
	w := b.weight[row]
	for i := range s.k {
		x := w * b.columns[i][row]
		from, into := s.m[i*s.k:i*s.k+i+1], to.m[i*s.k:i*s.k+i+1]
		for j := range from {
			product := x * b.columns[j][row]
			from[j] -= product
			into[j] += product
		}
		s.y[i] -= x * b.target[row]
		to.y[i] += x * b.target[row]
	}
	s.yy -= w * b.target[row] * b.target[row]
	to.yy += w * b.target[row] * b.target[row]
}

// rss is the residual sum of squares of least squares on the points, by a
// Cholesky factorisation that leaves dependent columns out.
func (s *sums) rss() float64 {
	rss := s.yy
	for i := range s.k {
		diagonal := s.m[i*s.k+i]
		for j := range i {
			v := s.m[i*s.k+j]
			for t := range j {
				v -= s.l[i*s.k+t] * s.l[j*s.k+t]
			}
			if s.l[j*s.k+j] == 0 {
				v = 0
			} else {
				v /= s.l[j*s.k+j]
			}
			s.l[i*s.k+j] = v
			diagonal -= v * v
		}
		if diagonal <= 1e-9*s.m[i*s.k+i] {
			s.l[i*s.k+i], s.z[i] = 0, 0
			continue
		}
		s.l[i*s.k+i] = math.Sqrt(diagonal)
		v := s.y[i]
		for t := range i {
			v -= s.l[i*s.k+t] * s.z[t]
		}
		s.z[i] = v / s.l[i*s.k+i]
		rss -= s.z[i] * s.z[i]
	}
	return max(rss, 1e-12*s.yy)
}
