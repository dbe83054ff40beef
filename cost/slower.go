package cost

import (
	"math"
	"slices"

	"beagle/judge"
	"beagle/model"
)

// Sizes are the inputs at which a cost is said where nobody asks for others: small, middle and large numbers together, all
// else as it is typically.
func (r *Result) Sizes() []model.Column {
	columns := slices.Clone(r.Table.Columns)
	for j := range columns {
		c := &columns[j]
		measured := slices.DeleteFunc(slices.Clone(c.Num), math.IsNaN)
		slices.Sort(measured)
		c.Num = nil
		for _, share := range []float64{0.1, 0.5, 0.9} {
			if c.Kind != model.Number {
				share = 0.5
			}
			c.Num = append(c.Num, math.Round(measured[int(share*float64(len(measured)-1))]))
		}
	}
	return columns
}

// Means are costs at inputs as Predict has them, with the 90 % interval of the mean over launches, without what another launch
// differs by.
func (r *Result) Means(columns []model.Column) ([]judge.Interval, error) {
	return judge.PredictMean(r.Learnt.Data, r.Learnt.Forms(), columns)
}

// Slower reports whether a cost lies above an earlier one by more than chance makes of it in one of a hundred comparisons, by
// the 90 % intervals of the two means.
func Slower(then, now judge.Interval) bool {
	return now.Value-then.Value > judge.Apart(now.Value-now.Low, then.High-then.Value)
}
