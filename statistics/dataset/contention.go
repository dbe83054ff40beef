package dataset

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"beagle/statistics/robust"
)

// contended reports whether replicates scatter far more upwards than downwards: others used the
// machine, and the lower values are what the code itself takes. It takes many replicates to see
// that: at least three parameterisations of ten observations, and no more that have fewer.
//
// The typical 90 % quantile has to lie more than a quarter above the median, and more than three
// times as far as the 10 % quantile lies below it. At most 500 parameterisations are looked at.
func contended(byCell [][]int, values []float64) bool {
	const replicates, most = 10, 500
	var up, down []float64
	small := 0
	for i, cell := range byCell {
		if i == most {
			break
		}
		if len(cell) < replicates {
			small++
			continue
		}
		sorted := slices.Clone(cell)
		slices.SortFunc(sorted, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
		if middle := at(sorted, values, 0.5); middle > 0 {
			up = append(up, at(sorted, values, 0.9)/middle-1)
			down = append(down, 1-at(sorted, values, 0.1)/middle)
		}
	}
	if len(up) < 3 || small > len(up) {
		return false
	}
	slices.Sort(up)
	slices.Sort(down)
	return robust.Quantile(up, 0.5) > 0.25 && robust.Quantile(up, 0.5) > 3*robust.Quantile(down, 0.5)
}

// quietShare is the quantile that is taken for the quiet machine: a fifth, or a twentieth where
// hardly a fifth was quiet. What is within a tenth of the 5 % quantile counts as quiet;
// parameterisations of fewer than 30 observations, which have no such quantile, are not asked.
func quietShare(byCell [][]int, values []float64) float64 {
	quiet, all := 0, 0
	for _, cell := range byCell {
		if len(cell) < 30 {
			continue
		}
		sorted := slices.Clone(cell)
		slices.SortFunc(sorted, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
		low := at(sorted, values, 0.05)
		all += len(cell)
		for _, row := range sorted {
			if values[row] <= 1.1*low {
				quiet++
			}
		}
	}
	if all > 0 && quiet*4 < all {
		return 0.05
	}
	return 0.2
}

// quiet takes a low quantile of replicates in the place of their median: where others used the machine,
// the lower values are what the code takes.
type quiet struct {
	share     float64   // the quantile
	values    []float64 // by row
	near, all int       // observations within 5 % of the quantiles of their cells, and all of these cells
}

// of is the quantile of the sorted rows of a cell.
func (q *quiet) of(cell []int) float64 {
	y := at(cell, q.values, q.share)
	q.all += len(cell)
	for _, row := range cell {
		if math.Abs(q.values[row]-y) <= 0.05*y {
			q.near++
		}
	}
	return y
}

// String says what was taken, for people.
func (q *quiet) String() string {
	return fmt.Sprintf("equal inputs scatter far upwards, as under contention: of each the lowest %.0f %% were taken to be quiet, not the median; %.0f %% of all lie within 5 %% of that", 100*q.share, 100*float64(q.near)/float64(q.all))
}
