package dataset

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/statistics/robust"
)

// replicates gathers how much observations with equal inputs differ: the relative differences of
// successive ones, and how many degrees of freedom they are.
type replicates struct {
	found   []float64
	freedom int
}

// differences adds the relative differences of successive observations of a cell: slow drift does
// not count as noise. Two zeros differ by 0. A row of a weight of four differs half as much as one of a weight of one.
func (r *replicates) differences(cell []int, values []float64, weightOf func(int) float64) {
	r.freedom += len(cell) - 1
	for i := 1; i < len(cell); i++ {
		a, b := values[cell[i-1]], values[cell[i]]
		if size := (math.Abs(a) + math.Abs(b)) / 2; size > 0 {
			variance := (1/weightOf(cell[i-1]) + 1/weightOf(cell[i])) / 2
			r.found = append(r.found, math.Abs(a-b)/size/math.Sqrt(variance))
		} else {
			r.found = append(r.found, 0)
		}
	}
}

// deviation is the relative standard deviation of one observation, from the
// median of differences, which outliers do not move: the difference of two has
// the square root of two times the deviation (von Neumann 1941; Hampel 1974).
func (r *replicates) deviation() (sigma float64, freedom int) {
	if r.freedom < fewestReplicates {
		return math.NaN(), r.freedom
	}
	return robust.ToDeviation / math.Sqrt2 * robust.Median(r.found), r.freedom
}

// fewestReplicates are the degrees of freedom below which nobody knows how far observations with equal
// inputs differ.
const fewestReplicates = 5

// NoiseFloor is the least relative noise that is believed: rounding in files and in
// floating point. Below it everything counts as exact.
const NoiseFloor = 1e-6

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
