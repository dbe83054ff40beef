package dataset

import (
	"math"

	"beagle/statistics/robust"
)

// replicates gathers how much observations with equal inputs differ: the relative differences of
// successive ones, and how many degrees of freedom they are.
type replicates struct {
	found   []float64
	freedom int
}

// differences adds the relative differences of successive observations of a cell: slow drift does
// not count as noise. Two zeros differ by 0.
func (r *replicates) differences(cell []int, values []float64) {
	r.freedom += len(cell) - 1
	for i := 1; i < len(cell); i++ {
		a, b := values[cell[i-1]], values[cell[i]]
		if size := (math.Abs(a) + math.Abs(b)) / 2; size > 0 {
			r.found = append(r.found, math.Abs(a-b)/size)
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
