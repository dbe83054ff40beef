package refine

import (
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// Limits of forms that are tried with another input.
const (
	mostSwapped = 6  // forms
	togetherBy  = 10 // least ratio of an input's variance to that of the part that does not follow the other
)

// swapped are the best forms with another input in the place of one that it goes together with. A search
// takes the one that meets the data first, and where it finds the form with the one and not with the
// other, nobody compares both.
func swapped(d *dataset.Data, nodes []expression.Node, negative bool) (out []expression.Node) {
	if len(d.Columns) < 2 {
		return nil
	}
	now := selection.Compare(d, nodes, negative)
	for _, i := range shortest(now.Lengths, pool) {
		if now.Refused[i] != "" {
			continue
		}
		for _, v := range expression.Variables(nodes[i]) {
			kept := d.Column(v)
			if kept == nil || kept.Kind != model.Number {
				continue
			}
			for c := range d.Columns {
				other := &d.Columns[c]
				if len(out) == mostSwapped || other.Kind != model.Number || other.Variable.Name == v.Name {
					continue
				}
				by := dataset.Follows(kept.Num, other, togetherBy)
				if by == nil {
					continue
				}
				if !bends(nodes[i]) {
					by = expression.Variable{Variable: other.Variable} // its factor goes into the numbers that are fitted
				}
				n := expression.Replace(nodes[i], expression.Variable{Variable: v}, by)
				if n = expression.Simplify(regression.Tune(d, n, now.Noise, 12)); !slices.Contains(nodes, n) {
					out = append(out, n)
				}
			}
		}
	}
	return out
}

// bends reports whether an expression has a place at which its form changes, which a fit does not find from
// far away.
func bends(n expression.Node) bool {
	return expression.Any(n, func(n expression.Node) bool {
		switch n := n.(type) {
		case expression.If:
			return true
		case expression.Unary:
			return n.Func == expression.Floor || n.Func == expression.Ceil || n.Func == expression.Round
		case expression.Binary:
			return n.Op == expression.Min || n.Op == expression.Max || n.Op == expression.Mod || n.Op.Decides()
		default:
			return false
		}
	})
}
