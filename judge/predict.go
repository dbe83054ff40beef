package judge

import (
	"errors"
	"fmt"
	"math"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/resampling"
	"beagle/statistics/selection"
)

// Predict is what the first of some forms says on each row of columns, and where
// the true typical value lies with a probability of 90 %, by what the
// measurements say about the forms' numbers. Where the data cannot tell forms
// apart, an interval holds what all of them say (after Buckland, Burnham and
// Augustin, "Model selection: an integral part of inference", 1997). Beyond the
// measured range intervals say the least that can go wrong. Without numbers that
// were estimated, and for quantities without noise, they have no width.
func Predict(d *dataset.Data, forms []expression.Node, columns []model.Column) ([]Interval, error) {
	if len(forms) == 0 {
		return nil, errors.New("there is no expression to predict by")
	}
	f, err := dataset.Evaluate(forms[0], columns)
	if err != nil {
		return nil, fmt.Errorf("the expression cannot be evaluated on these rows: %w", err)
	}
	out := make([]Interval, len(f))
	for i, x := range f {
		out[i] = Interval{Value: x, Low: x, High: x}
	}
	if !d.Noisy {
		return out, nil
	}
	c := selection.Compare(d, forms, true)
	if c.Reference < 0 {
		return out, nil
	}
	for _, n := range forms {
		sure := resampling.NewBootstrap(d, n, c.Noise)
		if sure == nil {
			continue
		}
		again, below, above := sure.Values(&dataset.Data{Columns: columns, Observed: dataset.Observed{Y: f}})
		for i := range again {
			level := math.Abs(again[i]) * d.Scatter.Hidden()
			out[i].Low, out[i].High = min(again[i]-math.Hypot(below[i], level), out[i].Low), max(again[i]+math.Hypot(above[i], level), out[i].High)
			if d.Relative() { // measured values are never negative
				out[i].Low = max(out[i].Low, min(0, out[i].Value))
			}
		}
	}
	return out, nil
}
