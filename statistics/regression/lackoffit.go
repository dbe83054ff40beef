package regression

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/internal/scratch"
	"beagle/model"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// medianEfficiency is how many observations a spread from the median of absolute
// values is worth, beside one from squares, which outliers would move (Rousseeuw
// and Croux, "Alternatives to the median absolute deviation", 1993). Without it
// the test rejected up to every seventh expression that was right.
const medianEfficiency = 0.37

// LackOfFit tests whether the residuals of the best expression are more than noise. With
// replicates it is the classic F-test of lack of fit against pure error (Draper and
// Smith, Applied Regression Analysis, 2.1); without them von Neumann's ratio
// ("Distribution of the ratio of the mean square successive difference to the variance",
// 1941) tells whether neighbours deviate alike.
//
// f is the expression's value at each point and constants how many of its numbers were
// fitted. relative is the robust spread of the residuals relative to the values: 0.1 is a
// tenth. wrong says in words what does not fit; "" where fits is true. What is below
// Systematic, or a quarter more than the replicates' noise, counts as fitting however
// surely it is seen.
func LackOfFit(d *dataset.Data, noise *Noise, f []float64, constants int) (relative float64, fits bool, wrong string) {
	// Residuals without what rounding alone may have made of them.
	room := scratch.Take(d.Points())
	defer room.Give()
	residuals := room.Values
	noise.Residuals(residuals, d.Y, f)
	for i, r := range residuals {
		residuals[i] = math.Copysign(max(math.Abs(r)-noise.rounding[i]*math.Sqrt(noise.Weight[i]), 0), r)
	}
	spread := robust.Scale(residuals, constants)
	relative = spread * noise.Relative(f)
	// Replicates: the spread of the residuals against that of equal inputs.
	if equal := noise.OfEqualInputs(d); equal > 0 && d.Points() > constants+1 {
		ratio := spread * spread / (equal * equal)
		freedom := float64(d.Points() - constants)
		p := 1 - distuv.F{D1: freedom, D2: max(medianEfficiency*float64(d.NoiseFreedom), 1)}.CDF(ratio)
		if p >= 0.05 || spread < 1.25*equal || relative < Systematic {
			return relative, true, ""
		}
		return relative, false, "something that matters is missing: another form fits, or an input was not measured"
	}
	// Replicates that agree exactly: there is no noise that could explain what is left
	// over.
	if d.Exact && d.NoiseFreedom >= 5 && relative > Systematic {
		return relative, false, "equal inputs gave exactly equal values, so the residuals are no noise: the form is wrong, or rows are copies"
	}
	if d.Points() < 8 {
		if d.Points() == 1 {
			return relative, false, "all inputs were equal: measure others to see a dependency"
		}
		return relative, false, fmt.Sprintf("only %d distinct inputs were seen: measure more", d.Points())
	}
	// No replicates: residuals in the order of each input, which of a right form are
	// independent.
	// One test per number: together they may err once in a hundred times.
	significance := distuv.UnitNormal.Quantile(1 - 0.01/float64(max(len(d.Columns), 1)))
	limit := 3 * robust.Scale(residuals, 0) // outliers say nothing about neighbours
	for i := range d.Columns {
		if d.Columns[i].Kind == model.Text {
			continue
		}
		if !alternates(residuals, d.By(i), limit, significance) {
			return relative, false, fmt.Sprintf("residuals of neighbours in %s are alike: the form is not quite right", d.Columns[i].Variable)
		}
	}
	return relative, true, ""
}

// alternates reports whether residuals in an order of the points look independent, of
// which those beyond a limit say nothing about neighbours.
func alternates(residuals []float64, order []int, limit, significance float64) bool {
	var steps, squares, before float64
	for i, at := range order {
		r := max(-limit, min(limit, residuals[at]))
		squares += r * r
		if i > 0 {
			steps += (r - before) * (r - before)
		}
		before = r
	}
	return squares == 0 || steps/(2*squares) > 1-significance/math.Sqrt(float64(len(order)))
}
