package regression

import (
	"math"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
)

// Snapped is a model as an expression whose coefficients are simple numbers
// where the data do not mind: all at once for quantities without noise, each
// for itself otherwise.
func Snapped(d *dataset.Data, m *Model) expression.Node {
	if node, ok := SnapExact(d, m.Coef, m.Terms); ok {
		return node
	}
	return m.Node()
}

// SnapExact rounds coefficients to short fractions such that the model says every point
// exactly, up to 1e-9; false where that is impossible. Terms that contribute nothing
// anywhere are left out.
func SnapExact(d *dataset.Data, coef []float64, terms []Term) (expression.Node, bool) {
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
		snapped[i] = decimal.NearestFraction(c, 1e-5)
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
