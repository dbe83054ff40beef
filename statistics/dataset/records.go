package dataset

import (
	"slices"

	"beagle/model"
)

// byRecords is a table of which not all observations were recorded, with weights that say no more than the
// records do: together as many as would say as much one by one, by Kish's effective sample size (Kish, Survey
// Sampling, 1965). Probes record one of many executions where a service runs often, and a row of six such
// records that stand for three thousand executions is not three thousand observations. Weights keep their
// proportions, so that means and shares stay. A table whose records are all there is returned as it is.
func byRecords(t *model.Table) *model.Table {
	if t.Records == nil || t.Weight == nil {
		return t
	}
	total, squares := 0.0, 0.0
	for row, w := range t.Weight {
		if w > 0 && t.Records[row] > 0 {
			total += w
			squares += w * w / t.Records[row]
		}
	}
	// An observation in one record weighs one: more is not known than was observed.
	share := total / squares
	if !(share > 0) || share >= 1 {
		return t
	}
	out := *t
	out.Weight = slices.Clone(t.Weight)
	for row := range out.Weight {
		out.Weight[row] *= share
	}
	return &out
}
