package selection

import (
	"math"

	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// refuseInside says why a part of an expression makes it unusable although all of it is finite at the
// points: what overflows there and is divided by, so that it says one thing for most inputs and jumps at
// others; and quotients whose divisor has both signs, which have a pole between measured inputs. Empty: no
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
			if low, high := rangeOf(d, b.Right); low < 0 && high > 0 {
				why = "it divides by what is below and above zero on the measured parameters"
			}
		default:
		}
		return why == ""
	})
	return why
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
