package expression

import "math"

// The loops below are the inner loops of everything that learns: the operator
// is chosen once per batch, and the slices are cut to one length so that the
// compiler drops the bounds checks. out may be the memory of a.

func binary(op Op, out, a, b []float64) {
	a, b = a[:len(out)], b[:len(out)]
	switch op {
	case Add:
		for i := range out {
			out[i] = a[i] + b[i]
		}
	case Sub:
		for i := range out {
			out[i] = a[i] - b[i]
		}
	case Mul:
		for i := range out {
			out[i] = a[i] * b[i]
		}
	case Div:
		for i := range out {
			out[i] = a[i] / b[i]
		}
	case Pow:
		power(out, a, b)
	default:
		for i := range out {
			out[i] = op.apply(a[i], b[i])
		}
	}
}

func power(out, a, b []float64) {
	a, b = a[:len(out)], b[:len(out)]
	for i := range out {
		out[i] = pow(a[i], b[i])
	}
}

func unary(f Func, out, a []float64) {
	a = a[:len(out)]
	switch f {
	case Neg:
		for i := range out {
			out[i] = -a[i]
		}
	case Sqrt:
		for i := range out {
			out[i] = math.Sqrt(a[i])
		}
	case Ln:
		for i := range out {
			out[i] = math.Log(a[i])
		}
	default:
		for i := range out {
			out[i] = f.apply(a[i])
		}
	}
}

func choose(out, cond, then, otherwise []float64) {
	cond, then, otherwise = cond[:len(out)], then[:len(out)], otherwise[:len(out)]
	for i := range out {
		switch c := cond[i]; {
		case c != c:
			out[i] = math.NaN()
		case c != 0:
			out[i] = then[i]
		default:
			out[i] = otherwise[i]
		}
	}
}
