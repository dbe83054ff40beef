package expression

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// The loops below are the inner loops of everything that learns: the operator is chosen once per batch, and the
// slices are cut to one length so that the compiler drops the bounds checks. gonum's loops work on two rows at once.
// out may be the memory of a.

func binary(op Op, out, a, b []float64) {
	a, b = a[:len(out)], b[:len(out)]
	switch op {
	case Add:
		floats.AddTo(out, a, b)
	case Sub:
		floats.SubTo(out, a, b)
	case Mul:
		for i := range out {
			out[i] = a[i] * b[i]
		}
	case Div:
		floats.DivTo(out, a, b)
	case Min:
		for i := range out {
			out[i] = min(a[i], b[i])
		}
	case Max:
		for i := range out {
			out[i] = max(a[i], b[i])
		}
	case Pow:
		for i := range out {
			out[i] = pow(a[i], b[i])
		}
	default:
		for i := range out {
			out[i] = op.apply(a[i], b[i])
		}
	}
}

func left(op Op, out []float64, c float64, a []float64) {
	a = a[:len(out)]
	switch op {
	case Add, Mul, Min, Max: // these commute
		right(op, out, a, c)
	case Sub:
		for i := range out {
			out[i] = c - a[i]
		}
	case Div:
		for i := range out {
			out[i] = c / a[i]
		}
	case Log:
		base := math.Log(c)
		for i := range out {
			out[i] = math.Log(a[i]) / base
		}
	default:
		for i := range out {
			out[i] = op.apply(c, a[i])
		}
	}
}

func right(op Op, out, a []float64, c float64) {
	a = a[:len(out)]
	switch op {
	case Add:
		for i := range out {
			out[i] = a[i] + c
		}
	case Sub:
		for i := range out {
			out[i] = a[i] - c
		}
	case Mul:
		floats.ScaleTo(out, c, a)
	case Div:
		for i := range out {
			out[i] = a[i] / c
		}
	case Min:
		for i := range out {
			out[i] = min(a[i], c)
		}
	case Max:
		for i := range out {
			out[i] = max(a[i], c)
		}
	default:
		for i := range out {
			out[i] = op.apply(a[i], c)
		}
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
	case Ceil:
		for i := range out {
			out[i] = math.Ceil(a[i])
		}
	case Floor:
		for i := range out {
			out[i] = math.Floor(a[i])
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
