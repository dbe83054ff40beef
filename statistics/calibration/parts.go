package calibration

import (
	"math"

	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// byParts is an expression that chooses between parts, each with the measured total of the observations that it is for; false
// where it does not choose. A part that says its counts exactly stays as it is: what another part lacks is no reason to
// add to it.
func (o *observed) byParts(d *dataset.Data, n expression.Node) (expression.Node, bool) {
	choice, ok := n.(expression.If)
	if !ok {
		return n, false
	}
	holds, err := dataset.EvaluateRows(choice.Cond, d.Table)
	if err != nil {
		return n, false
	}
	var yes, no []int
	for i, row := range o.rows {
		if holds[row] == 1 {
			yes = append(yes, i)
		} else {
			no = append(no, i)
		}
	}
	return expression.If{Cond: choice.Cond, Then: o.partly(d, choice.Then, yes), Else: o.partly(d, choice.Else, no)}, true
}

// partly is a part with the measured total of some observations, where these are enough to say that it has another.
func (o *observed) partly(d *dataset.Data, n expression.Node, at []int) expression.Node {
	if len(at) < fewest {
		return n
	}
	p := o.part(at)
	if parts, ok := p.byParts(d, n); ok {
		return parts
	}
	ratio := p.ratio()
	if !(ratio > 0) || math.IsInf(ratio, 0) || math.Abs(ratio-1) <= worth {
		return n
	}
	return Scaled(n, ratio)
}
