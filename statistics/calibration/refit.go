package calibration

import (
	"math"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// refit fits the estimates of an expression to the mean of the observations, for means
// that have another shape than medians. It is refused, false, where the result is not
// sane, or goes quite another way beyond the data than the expression does at the given
// level: the tail decides the mean, and says little of the form.
//
// A number that changes its sign counts as quite another way, and so does more than three
// times as much, or less than a third, anywhere on the points of extrapolation.
func (o *observed) refit(d *dataset.Data, n expression.Node, ratio float64) (expression.Node, bool) {
	// Only numbers that were estimated are fitted; the form, thresholds and small whole
	// numbers stay.
	places := regression.EstimatesOf(d, n).Places
	if len(places) < 2 {
		return nil, false // one number can only be scaled
	}
	columns := make([]model.Column, len(d.Columns))
	for i, c := range d.Columns {
		from := d.Table.Column(c.Variable)
		columns[i] = model.Column{Variable: c.Variable, Kind: c.Kind, Levels: c.Levels, Num: dataset.Pick(from.Num, o.rows)}
	}
	// The search starts at the form scaled to the measured total, which is the better the
	// less shape has to change.
	start := Scaled(n, ratio)
	if at := regression.EstimatesOf(d, start).Places; len(at) != len(places) {
		return nil, false
	}
	fitted, ok := regression.FitMean(columns, o.y, o.weight, start, regression.EstimatesOf(d, start).Places)
	if !ok {
		return nil, false
	}
	before, after := regression.Numbers(start), regression.Numbers(fitted)
	for i := range before {
		if before[i]*after[i] < 0 {
			return nil, false
		}
	}
	const mostApart = 3
	far, err := dataset.Evaluate(start, d.Extrapolation)
	if err != nil {
		return nil, false
	}
	fittedFar, err := dataset.Evaluate(fitted, d.Extrapolation)
	if err != nil {
		return nil, false
	}
	for i := range far {
		if apart := fittedFar[i] / far[i]; far[i] > 0 && !(apart > 1.0/mostApart && apart < mostApart) || math.IsNaN(fittedFar[i]) || fittedFar[i] < 0 {
			return nil, false
		}
	}
	return fitted, true
}
