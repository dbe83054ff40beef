package judge

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model"
	"beagle/statistics/calibration"
	"beagle/statistics/dataset"
)

// Predict is what the first of some forms says on each row of columns, at the level at which its totals are the measured ones,
// and where the true mean lies with a probability of 90 %: by all forms that the measurements leave open, each with its
// probability (Posterior). Where launches are known it is the mean of another launch. Quantities that are met
// exactly have intervals without width.
//
// The result has an interval a row, in the unit of the measured value, which holds its value. It is an error
// where there is no form, or the first cannot be evaluated on the columns.
func Predict(d *dataset.Data, forms []Form, columns []model.Column) ([]Interval, error) {
	intervals, _, err := intervalsOf(d, forms, columns, true)
	return intervals, err
}

// PredictMean is Predict, with the interval of the mean that all launches share: what comparisons need, where what another launch
// differs by would hide what has changed.
func PredictMean(d *dataset.Data, forms []Form, columns []model.Column) ([]Interval, error) {
	intervals, _, err := intervalsOf(d, forms, columns, false)
	return intervals, err
}

// Apart is by how much two numbers differ by chance in one of a hundred comparisons, upwards, given the halves of their 90 %
// intervals that face each other: the interval of the difference has them as legs (Zou and Donner, "Construction of
// confidence limits about effect measures: a general approach", 2008).
func Apart(a, b float64) float64 {
	return math.Hypot(a, b) * distuv.UnitNormal.Quantile(0.99) / distuv.UnitNormal.Quantile(0.95)
}

// intervalsOf is Predict, with the distribution that the intervals are of; nil: all is exact. Without another launch they are those
// of the mean that all launches share.
func intervalsOf(d *dataset.Data, forms []Form, columns []model.Column, another bool) ([]Interval, mixture, error) {
	if len(forms) == 0 {
		return nil, nil, errors.New("there is no expression to predict by")
	}
	written := forms[0].Node // at the level of the mean
	if mean := calibration.Of(d, written); mean != nil && mean.Calibrated {
		written = mean.Expression
	}
	f, err := dataset.Evaluate(written, columns)
	if err != nil {
		return nil, nil, fmt.Errorf("the expression cannot be evaluated on these rows: %w", err)
	}
	out := make([]Interval, len(f))
	for i, x := range f {
		out[i] = Interval{Value: x, Low: x, High: x}
	}
	var m mixture
	if exactBy(d, forms) {
		m = exactly(d, forms, columns)
	} else {
		m = mixtureOf(d, forms, &dataset.Data{Columns: columns, Observed: dataset.Observed{Y: f}}, another)
	}
	for i, x := range f {
		if len(m) > 0 {
			out[i].Low, out[i].High = min(x, m.quantile(i, 0.05)), max(x, m.quantile(i, 0.95))
		}
	}
	return out, m, nil
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
