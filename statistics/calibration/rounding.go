package calibration

import (
	"math"

	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// RoundingMoves reports whether the total of counts that scatter would be another one if each mean were
// rounded, by more than a correction is worth: of a mean of 0.3 nothing would be left.
func RoundingMoves(d *dataset.Data, n expression.Node) bool {
	if !d.Counted || !d.Noisy || n == nil || d.Table == nil {
		return false
	}
	said, err := dataset.EvaluateRows(n, d.Table)
	if err != nil {
		return false
	}
	total, rounded := 0.0, 0.0
	for row, mean := range said {
		total += d.Table.WeightOf(row) * mean
		rounded += d.Table.WeightOf(row) * math.Round(mean)
	}
	return math.Abs(rounded-total) > worth*math.Abs(total)
}
