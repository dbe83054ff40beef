package judge

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/calibration"
	"beagle/statistics/dataset"
	"beagle/statistics/resampling"
	"beagle/statistics/selection"
)

// Predict is what the first of some forms says on each row of columns, at the level at
// which its totals are the measured ones, and where the true mean lies with a probability
// of 90 %, by what the measurements say about the forms' numbers; where launches are
// known, the mean of another launch (launchFactor). Where the data cannot tell forms
// apart, an interval holds what all of them say (after Buckland, Burnham and Augustin,
// "Model selection: an integral part of inference", 1997; unlike theirs forms are not
// weighted). Beyond the measured range intervals say the least that can go wrong. Without
// numbers that were estimated, and for quantities without noise, they have no width.
//
// The result has an interval a row, in the unit of the measured value. It is an error
// where there is no form, or the first cannot be evaluated on the columns.
func Predict(d *dataset.Data, forms []expression.Node, columns []model.Column) ([]Interval, error) {
	if len(forms) == 0 {
		return nil, errors.New("there is no expression to predict by")
	}
	f, err := dataset.Evaluate(forms[0], columns)
	if err != nil {
		return nil, fmt.Errorf("the expression cannot be evaluated on these rows: %w", err)
	}
	// What is written: the form at the level of the mean.
	written := f
	if mean := calibration.Of(d, forms[0]); mean != nil && mean.Calibrated {
		if written, err = dataset.Evaluate(mean.Expression, columns); err != nil {
			return nil, fmt.Errorf("the expression cannot be evaluated on these rows: %w", err)
		}
	}
	out := make([]Interval, len(f))
	for i, x := range written {
		out[i] = Interval{Value: x, Low: x, High: x}
	}
	if !d.Noisy {
		return out, nil
	}
	c := selection.Compare(d, forms, true)
	if c.Reference < 0 {
		return out, nil
	}
	// Widen by each form: its own numbers' errors, the level that launches share, and the
	// ratio of totals are independent, so they add in squares.
	for _, n := range forms {
		sure := resampling.NewBootstrap(d, n, c.Noise)
		if sure == nil {
			continue
		}
		again, below, above := sure.Values(&dataset.Data{Columns: columns, Observed: dataset.Observed{Y: f}})
		ratio, down, up := 1.0, 0.0, 0.0
		if mean := calibration.Of(d, n); mean != nil && mean.Calibrated {
			ratio, down, up = mean.Ratio, mean.Ratio-mean.Low, mean.High-mean.Ratio
		}
		for i := range again {
			size := math.Abs(again[i])
			level := size * ratio * d.Scatter.Hidden()
			low := again[i]*ratio - math.Hypot(math.Hypot(below[i]*ratio, level), size*down)
			high := again[i]*ratio + math.Hypot(math.Hypot(above[i]*ratio, level), size*up)
			out[i].Low, out[i].High = min(low, out[i].Low), max(high, out[i].High)
			if d.Relative() { // measured values are never negative
				out[i].Low = max(out[i].Low, min(0, out[i].Value))
			}
		}
	}
	widen(out, launchFactor(d, calibration.Expression(d, forms[0])))
	return out, nil
}

// besideBeyond is how far beside the total of an expression on up to four times the range may
// be, relative, by the ends of its intervals there: what launches differ by they differ by
// everywhere, and what is unsure of a number is unsure wherever it counts, so ends add up.
// NaN where the expression gives no numbers there: then nothing is known.
func besideBeyond(d *dataset.Data, n expression.Node) float64 {
	intervals, err := Predict(d, []expression.Node{n}, some(d.Extrapolation))
	if err != nil {
		return math.NaN()
	}
	var low, high, total float64
	for _, v := range intervals {
		low, high, total = low+v.Low, high+v.High, total+v.Value
	}
	if low == high { // also of nothing
		return 0
	}
	return math.Abs(max(high-total, total-low) / total)
}

// some are a few rows of columns, from the first to the last: intervals are dear.
func some(columns []model.Column) []model.Column {
	const rows = 12
	few := slices.Clone(columns)
	for j, c := range few {
		if step := float64(len(c.Num)-1) / (rows - 1); step > 1 {
			few[j].Num = make([]float64, rows)
			for i := range rows {
				few[j].Num[i] = c.Num[int(step*float64(i))]
			}
		}
	}
	return few
}

// widen makes intervals hold a further factor, given by its logarithm: independent
// factors add in squares of their logarithms.
func widen(all []Interval, factor float64) {
	const most = 100 // times less, where an interval begins at zero
	for i, v := range all {
		if v.Value > 0 && factor > 0 {
			all[i].Low = v.Value * math.Exp(-math.Hypot(factor, math.Log(v.Value/max(min(v.Low, v.Value), v.Value/most))))
			all[i].High = v.Value * math.Exp(math.Hypot(factor, math.Log(max(v.High, v.Value)/v.Value)))
		}
	}
}
