package fit

import (
	"math"
	"slices"

	"beagle/model/expression"
)

// Snapped is a model as an expression whose coefficients are simple numbers
// where the data do not mind: all at once for quantities without noise, each
// for itself otherwise.
func Snapped(d *Data, m *Model) expression.Node {
	if node, ok := SnapExact(d, m.Coef, m.Terms); ok {
		return node
	}
	return m.Node()
}

// SnapExact rounds coefficients to short fractions such that the model says
// every point exactly; false where that is impossible.
func SnapExact(d *Data, coef []float64, terms []Term) (expression.Node, bool) {
	level := d.Level()
	snapped := slices.Clone(coef)
	for i, c := range coef {
		reach := 0.0 // what the term contributes at most
		for _, x := range terms[i].Values {
			reach = max(reach, math.Abs(c*x))
		}
		if reach < 1e-7*level {
			snapped[i] = 0
			continue
		}
		snapped[i] = nearestFraction(c, 1e-5)
	}
	values := make([]float64, d.Points())
	for i, t := range terms {
		for j, x := range t.Values {
			values[j] += snapped[i] * x
		}
	}
	for i, y := range d.Y {
		if math.Abs(y-values[i]) > 1e-9*max(math.Abs(y), 1e-3*level) {
			return nil, false
		}
	}
	var nodes []expression.Node
	var kept []float64
	for i, t := range terms {
		if snapped[i] != 0 {
			nodes = append(nodes, t.Node)
			kept = append(kept, snapped[i])
		}
	}
	return Sum(kept, nodes), true
}

// nearestFraction is a short fraction or decimal within a relative distance of
// x, else x.
func nearestFraction(x, within float64) float64 {
	for q := 1.0; q <= 24; q++ {
		if p := math.Round(x * q); p != 0 && math.Abs(p/q-x) <= within*math.Abs(x) {
			return p / q
		}
	}
	for digits := 1; digits <= 4; digits++ {
		unit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-float64(digits)+1)
		if r := math.Round(x/unit) * unit; math.Abs(r-x) <= within*math.Abs(x)/10 {
			return r
		}
	}
	return x
}
