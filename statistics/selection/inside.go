package selection

import (
	"math"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// refuseInside says why a part of an expression makes it unusable although all of it is finite at the
// points: what overflows there and is divided by, so that it says one thing for most inputs and jumps at
// others; and quotients whose divisor has both signs, or is zero where inputs of both signs are, which have a pole between measured inputs. Empty: no
// part does.
func refuseInside(d *dataset.Data, n expression.Node) (why string) {
	expression.Walk(n, func(n expression.Node) bool {
		b, ok := n.(expression.Binary)
		if !ok || why != "" {
			return why == ""
		}
		switch b.Op {
		case expression.Pow:
			if low, high := rangeOf(d, b); math.IsInf(low, 0) || math.IsInf(high, 0) {
				why = "a power in it is not finite on the measured parameters"
			}
		case expression.Div, expression.Mod:
			if low, high := rangeOf(d, b.Right); low < 0 && high > 0 || zeroBetween(d, b.Right, low) {
				why = "it divides by what passes zero between measured parameters"
			}
		default:
		}
		return why == ""
	})
	return why
}

// zeroBetween reports whether a divisor that is positive at the points is zero where inputs of both signs are, as
// a square is.
func zeroBetween(d *dataset.Data, by expression.Node, low float64) bool {
	if !(low > 0) {
		return false
	}
	columns, signed := few(d), false
	for i, c := range d.Columns {
		if slices.Contains(expression.Variables(by), c.Variable) && slices.Min(c.Num) < 0 && slices.Max(c.Num) > 0 {
			signed = true
			clear(columns[i].Num)
		}
	}
	return signed && !(lowest(by, columns) > 0)
}

// rangeOf is the least and the greatest value of an expression at the points; zeros where it cannot be evaluated, which
// others say.
func rangeOf(d *dataset.Data, n expression.Node) (low, high float64) {
	if len(expression.Variables(n)) == 0 {
		return 0, 0
	}
	values, err := d.Evaluate(n)
	if err != nil || len(values) == 0 {
		return 0, 0
	}
	low, high = values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	return low, high
}
