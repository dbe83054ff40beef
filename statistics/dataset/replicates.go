package dataset

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/statistics/robust"
)

// difference is how far observations with equal inputs differ.
type difference struct {
	size    float64 // of what is measured
	square  float64 // variance of one observation, times its degrees of freedom
	freedom float64
}

// differ adds what successive observations of a cell differ by: slow drift does not count as noise. Two zeros differ by 0. A row
// of a weight of four differs half as much as one of a weight of one.
func (r *Replicates) differ(cell []int, values []float64, weightOf func(int) float64) {
	r.NoiseFreedom += len(cell) - 1
	for i := 1; i < len(cell); i++ {
		a, b := values[cell[i-1]], values[cell[i]]
		variances := 1/weightOf(cell[i-1]) + 1/weightOf(cell[i])
		r.differences = append(r.differences, difference{(math.Abs(a) + math.Abs(b)) / 2, (a - b) * (a - b) / variances, 1})
	}
}

// differCounts adds how far counts of a cell differ from their mean.
func (r *Replicates) differCounts(cell []int, values []float64, weightOf func(int) float64) {
	r.NoiseFreedom += len(cell) - 1
	mean, total, squares := weightedMean(cell, values, weightOf), 0.0, 0.0
	for _, row := range cell {
		w := weightOf(row)
		squares += w * (values[row] - mean) * (values[row] - mean)
		total += w
	}
	if freedom := total - min(1, total/float64(len(cell))); len(cell) > 1 { // the mean is theirs, which takes one of them
		r.differences = append(r.differences, difference{math.Abs(mean), squares, freedom})
	}
}

// NoiseBy is the standard deviation of one observation in units of a scale, which depends on the value; NaN: too few
// observations had equal inputs. Times have outliers, which do not move the median of differences (von Neumann
// 1941; Hampel 1974). Counts have none: of a count that is mostly the same it is what is rare that scatters, and decides the mean.
func (d *Data) NoiseBy(scale func(size float64) float64) float64 {
	if d.NoiseFreedom < fewestReplicates {
		return math.NaN()
	}
	if d.Counted && d.Noisy {
		squares, expected := 0.0, 0.0
		for _, each := range d.differences {
			s := scale(each.size)
			squares, expected = squares+each.square, expected+each.freedom*s*s
		}
		if !(expected > 0) {
			return 0
		}
		return math.Sqrt(squares / expected)
	}
	found := make([]float64, len(d.differences))
	for i, each := range d.differences {
		if each.square > 0 {
			found[i] = math.Sqrt(each.square) / scale(each.size)
		}
	}
	return robust.ToDeviation * robust.Median(found)
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
