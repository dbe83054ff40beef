package selection

import (
	"math"

	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// What has to be measured of stairs and remainders so that they are more than a threshold or a list of values.
const (
	fewestLevels = 3 // of a staircase: two levels are one step, which a threshold says without going on beyond it
	fewestValues = 6 // different values of what a remainder is of: of five, some remainder divides any two groups
)

// refuseSteps says why stairs or a remainder in an expression are not to be believed: one step was seen of a
// staircase, or too few values of what a remainder is of. Counts have stairs by their nature, where a logarithm is not rounded.
// Empty: nothing speaks against them.
func refuseSteps(d *dataset.Data, n expression.Node) (word string) {
	expression.Walk(n, func(n expression.Node) bool {
		if word != "" {
			return false
		}
		switch n := n.(type) {
		case expression.Unary:
			stairs := n.Func == expression.Floor || n.Func == expression.Ceil || n.Func == expression.Round
			if stairs && codelength.Depends(n) && (!d.Counted || codelength.HasLogarithm(n.Arg)) && levels(d, n, fewestLevels) < fewestLevels {
				word = "only one step of its stairs was measured"
			}
		case expression.Binary:
			if n.Op == expression.Mod && codelength.Depends(n.Left) && levels(d, n.Left, fewestValues) < fewestValues {
				word = "too few values were measured to see a remainder"
			}
		default:
		}
		return word == ""
	})
	return word
}

// levels counts the different values of an expression at the data's points, up to so many.
func levels(d *dataset.Data, n expression.Node, most int) int {
	values, err := d.Evaluate(n)
	if err != nil {
		return most
	}
	seen := map[float64]bool{}
	for _, x := range values {
		if seen[x] = true; len(seen) >= most || math.IsNaN(x) {
			return most
		}
	}
	return len(seen)
}
