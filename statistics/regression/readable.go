package regression

import (
	"math"
	"strconv"

	"beagle/internal/scratch"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// Readable rounds the fitted numbers of an expression to as few digits, from three to
// eight, as change its values by far less than its error is: a twentieth, for the median
// point and for the 95 % one. Expressions that are exact stay as they are, and so does
// what cannot be evaluated.
func Readable(d *dataset.Data, n expression.Node) expression.Node {
	points := d.Points()
	room := scratch.Take(4 * points)
	defer room.Give()
	f, g := room.Values[:points:points], room.Values[points:2*points:2*points]
	errors, changes := room.Values[2*points:3*points:3*points], room.Values[3*points:]
	if d.EvaluateTo(f, n) != nil {
		return n
	}
	for i, y := range d.Y {
		errors[i] = math.Abs(y - f[i])
		if d.Noisy && d.Noise > dataset.NoiseFloor { // a median that a curve meets is not exact for that
			errors[i] = max(errors[i], 0.1*d.Noise*math.Abs(y))
		}
	}
	middle, high := 0.05*robust.QuantileOf(errors, 0.5), 0.05*robust.QuantileOf(errors, 0.95)
	for digits := 3; digits <= 8; digits++ {
		short := expression.Map(n, func(n expression.Node) expression.Node {
			c, ok := n.(expression.Constant)
			if !ok || !math.IsInf(codelength.Number(float64(c)), 1) {
				return n
			}
			x, _ := strconv.ParseFloat(strconv.FormatFloat(float64(c), 'g', digits, 64), 64)
			return expression.Constant(x)
		})
		if d.EvaluateTo(g, short) != nil {
			return n
		}
		for i := range g {
			if changes[i] = math.Abs(g[i] - f[i]); changes[i] < 1e-9*math.Abs(f[i]) {
				changes[i] = 0
			}
		}
		if robust.QuantileOf(changes, 0.5) <= middle && robust.QuantileOf(changes, 0.95) <= high {
			return short
		}
	}
	return n
}
