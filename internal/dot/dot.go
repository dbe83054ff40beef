// Package dot multiplies one vector with several at once. A scalar product alone waits
// for each of its additions; four of them side by side wait for memory only.
package dot

import "gonum.org/v1/gonum/floats"

// Four are the scalar products of x with a, b, c and d, of which none may be shorter.
// Each is that of floats.Dot bit by bit: the same numbers are added in the same order.
func Four(x, a, b, c, d []float64) (products [4]float64) {
	a, b, c, d = a[:len(x)], b[:len(x)], c[:len(x)], d[:len(x)]
	if !wide || len(x) == 0 {
		return [4]float64{floats.Dot(x, a), floats.Dot(x, b), floats.Dot(x, c), floats.Dot(x, d)}
	}
	four(&x[0], len(x), &a[0], &b[0], &c[0], &d[0], &products)
	return products
}
