// Package leastsquares solves weighted linear least squares problems.
//
// It is the innermost step of everything that is learnt: regression refits the coefficients of each
// candidate, and the analysers try thousands of candidates for a table. So Solve computes in memory
// that is used again, and keeps what the condition of the problem needs: Householder's QR, never
// the normal equations. Nothing is regularised; linearly dependent columns are refused, and the
// caller leaves one of them out.
package leastsquares

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
)

// Solve is weighted least squares: the coefficients that minimise sum weight_i (y_i - sum_j coef_j
// columns_j,i)^2, and that sum, rss. coef is nil and rss +Inf where the columns are linearly
// dependent, as far as can be told in floating point, where there are fewer points than columns, or
// where a column is zero or not finite. Columns are scaled to length 1 first, so units do not
// matter.
//
// Each column has as many values as y and weight; weights are not negative. Nothing of the caller's
// is changed.
//
// Householder reflections (Golub and Van Loan, Matrix Computations, 5.3): the terms of software
// costs are so alike that normal equations would lose half of the digits. Unlike theirs the
// reflections are not kept, since only R and Q'b are needed.
func Solve(columns [][]float64, y, weight []float64) (coef []float64, rss float64) {
	k, n := len(columns), len(y)
	if k == 0 {
		for i := range y {
			rss += weight[i] * y[i] * y[i]
		}
		return []float64{}, rss
	}
	if n < k {
		return nil, math.Inf(1)
	}
	w := workspaces.Get().(*workspace) //nolint:forcetypeassert // nothing else is put there
	defer workspaces.Put(w)
	w.fit(n, k)
	root, b, a, cells, scale, diagonal := w.root, w.b, w.a, w.cells, w.scale, w.diagonal
	// Weights go into the rows: the problem becomes an ordinary one in sqrt(w) y and sqrt(w) x.
	for i, v := range y {
		root[i] = math.Sqrt(weight[i])
		b[i] = v * root[i]
	}
	a[k] = b
	for j, column := range columns {
		a[j] = cells[j*n : (j+1)*n]
		floats.MulTo(a[j], column, root)
		scale[j] = Norm(a[j])
		if scale[j] == 0 || math.IsNaN(scale[j]) || math.IsInf(scale[j], 0) {
			return nil, math.Inf(1)
		}
		floats.Scale(1/scale[j], a[j])
	}
	// Reflect column by column: v maps what is left of column j onto its first axis; the same
	// reflection is applied to the columns behind it and to b. The sign of length avoids
	// cancellation in v[0].
	for j := range k {
		v := a[j][j:]
		length := Norm(v)
		if length < 1e-10 { // the scaled columns have length 1
			return nil, math.Inf(1)
		}
		if v[0] > 0 {
			length = -length
		}
		diagonal[j] = length
		v[0] -= length
		half := -length * v[0]                // v'v / 2
		for _, column := range a[j+1 : k+1] { // Householder's reflection of v
			floats.AddScaled(column[j:], -floats.Dot(v, column[j:])/half, v)
		}
	}
	// Solve the triangular system from the last coefficient up; what is left of b below row k is
	// the residual.
	coef = make([]float64, k)
	for j := k - 1; j >= 0; j-- {
		sum := b[j]
		for other := j + 1; other < k; other++ {
			sum -= a[other][j] * coef[other]
		}
		coef[j] = sum / diagonal[j]
	}
	// Back to the columns as they were before they were scaled.
	for j := range coef {
		coef[j] /= scale[j]
	}
	return coef, floats.Dot(b[k:], b[k:])
}

// workspace is what Solve computes in: it is called thousands of times for a
// table, and memory for each call took as long as a tenth of the work.
type workspace struct {
	root, b, cells, scale, diagonal []float64
	a                               [][]float64 // the columns, and b
}

var workspaces = sync.Pool{New: func() any { return new(workspace) }}

// fit makes room for n rows and k columns; what is in it is left over from
// earlier work.
func (w *workspace) fit(n, k int) {
	room := func(s []float64, n int) []float64 { return slices.Grow(s[:0], n)[:n] }
	w.root, w.b, w.cells = room(w.root, n), room(w.b, n), room(w.cells, n*k)
	w.scale, w.diagonal = room(w.scale, k), room(w.diagonal, k)
	w.a = slices.Grow(w.a[:0], k+1)[:k+1]
}

// Norm is the Euclidean length of a vector; 0 for an empty one. It squares without scaling, so values beyond
// 1e154 overflow; robust.InRange keeps measured values below that.
func Norm(v []float64) float64 { return math.Sqrt(floats.Dot(v, v)) }

// Ones is a column of n ones: the intercept of a regression.
func Ones(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 1
	}
	return out
}
