package regression

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// scaled is the Cholesky factor of a symmetric matrix whose diagonal was scaled
// to one first, so that the units of the fitted numbers do not matter.
type scaled struct {
	factor mat.Cholesky
	matrix *mat.SymDense
	scale  []float64
	right  *mat.VecDense
}

// newScaled is room for a matrix of k rows.
func newScaled(k int) *scaled {
	return &scaled{matrix: mat.NewSymDense(k, nil), scale: make([]float64, k), right: mat.NewVecDense(k, nil)}
}

// factorize takes in a matrix, with damping added to its scaled diagonal; false
// where it is not positive definite.
func (s *scaled) factorize(m mat.Symmetric, damping float64) bool {
	for i := range s.scale {
		s.scale[i] = math.Sqrt(m.At(i, i))
		if s.scale[i] == 0 {
			s.scale[i] = 1
		}
	}
	for i := range s.scale {
		for j := i; j < len(s.scale); j++ {
			x := m.At(i, j) / (s.scale[i] * s.scale[j])
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return false
			}
			if i == j {
				x += damping
			}
			s.matrix.SetSym(i, j, x)
		}
	}
	return s.factor.Factorize(s.matrix)
}

// solve puts the solution x of matrix * x = b into dst; false where there is none.
func (s *scaled) solve(dst, b []float64) bool {
	for i, x := range b {
		s.right.SetVec(i, x/s.scale[i])
	}
	if err := s.factor.SolveVecTo(s.right, s.right); err != nil && !usableCondition(err) {
		return false
	}
	for i := range dst {
		dst[i] = s.right.AtVec(i) / s.scale[i]
	}
	return true
}

// inverse of the matrix; nil where there is none.
func (s *scaled) inverse() *mat.SymDense {
	inverse := mat.NewSymDense(len(s.scale), nil)
	if err := s.factor.InverseTo(inverse); err != nil && !usableCondition(err) {
		return nil
	}
	for i := range s.scale {
		for j := i; j < len(s.scale); j++ {
			inverse.SetSym(i, j, inverse.At(i, j)/(s.scale[i]*s.scale[j]))
		}
	}
	return inverse
}

// usableCondition reports whether an error only warns of a large condition
// number: the factor exists, and damping bounds what it can do.
func usableCondition(err error) bool {
	condition, ok := err.(mat.Condition) //nolint:errorlint // gonum returns it as it is
	return ok && !math.IsInf(float64(condition), 1)
}

// Inverse of a symmetric matrix, such as an information, by Cholesky's factor of the matrix
// scaled to a diagonal of one; nil where a diagonal element is not positive or the matrix is
// singular.
func Inverse(m *mat.SymDense) *mat.SymDense {
	const rounding = 1e-12 // of the diagonal, that what is nearly dependent has an inverse
	for i := range m.SymmetricDim() {
		if !(m.At(i, i) > 0) {
			return nil
		}
	}
	s := newScaled(m.SymmetricDim())
	if !s.factorize(m, rounding) {
		return nil
	}
	return s.inverse()
}
