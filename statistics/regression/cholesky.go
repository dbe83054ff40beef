package regression

import "math"

// Inverted is the inverse of a symmetric matrix; nil where it has none.
func Inverted(m []float64, k int) []float64 {
	in := &Information{factor: make([]float64, k*k), scale: make([]float64, k), K: k}
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
	return in.Inverse()
}

// cholesky replaces the lower triangle of a matrix by its factor; false where
// it is not positive definite.
func cholesky(m []float64, k int) bool {
	for i := range k {
		for j := range i + 1 {
			sum := m[i*k+j]
			for s := range j {
				sum -= m[i*k+s] * m[j*k+s]
			}
			if i == j {
				if !(sum > 0) {
					return false
				}
				m[i*k+i] = math.Sqrt(sum)
			} else {
				m[i*k+j] = sum / m[j*k+j]
			}
		}
	}
	return true
}
