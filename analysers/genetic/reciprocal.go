package genetic

import (
	"context"

	"beagle/analysers/dictionary"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// reciprocals are one over a sum of terms, which no sum says: rates that add up,
// capacities that are shared. The sum is the dictionary's for one over the values. They
// are for the search to start with, which hardly ever finds both the form and what stands
// in it. None where a value is not positive.
func reciprocals(ctx context.Context, d *dataset.Data) []expression.Node {
	const most = 4
	if !d.Relative() {
		return nil
	}
	rates := make([]float64, len(d.Y))
	for i, y := range d.Y {
		if y < 1e-100 {
			return nil
		}
		rates[i] = 1 / y
	}
	inverse := d.With(rates)
	found := dictionary.Search(ctx, inverse, dictionary.Terms(inverse), true)
	var out []expression.Node
	for _, c := range found[:min(most, len(found))] {
		out = append(out, expression.Simplify(expression.Binary{Op: expression.Div, Left: expression.Constant(1), Right: c.Node}))
	}
	return out
}
