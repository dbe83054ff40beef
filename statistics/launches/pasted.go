package launches

import (
	"cmp"
	"math"
	"slices"

	"beagle/model"
	"beagle/statistics/leastsquares"
)

// What two tables in one look like.
const (
	pastedTimes = 10 // no machine, compiler or collector makes a whole stretch of rows so many times slower with the same inputs
	fewestRows  = 5  // of each part
)

// Pasted reports whether the rows of a table come from two tables in different units, or of two programs: one block of rows
// takes ten times as long as all others, or more, with inputs alike, and none is between. It gives the block's first row and
// the row behind its last, and how many times as much it takes. Tables that know their launches are two tables on purpose.
func Pasted(table *model.Table) (from, to int, times float64) {
	rows := make([]int, table.Rows())
	for i := range rows {
		rows[i] = i
	}
	if several(table) || len(rows) < 2*fewestRows || table.Target.Kind != model.Number {
		return 0, 0, 0
	}
	residual := detrended(table, rows, leastsquares.Ones(len(rows)))
	if residual == nil {
		return 0, 0, 0
	}
	order := slices.Clone(rows)
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(residual[a], residual[b]) })
	cut := 0 // the widest gap: what lies above it are the rows that take longer
	for i := fewestRows; i <= len(order)-fewestRows; i++ {
		if cut == 0 || residual[order[i]]-residual[order[i-1]] > residual[order[cut]]-residual[order[cut-1]] {
			cut = i
		}
	}
	low, high := order[:cut], order[cut:]
	for _, block := range [][]int{high, low} {
		from, to := slices.Min(block), slices.Max(block)+1
		if to-from != len(block) || !sameInputs(table, rows, from, to) {
			continue
		}
		bounds := slices.Compact([]int{0, from, to, len(rows)})
		levels := levelsOf(table, rows, bounds) // of both, by a regression that knows the blocks
		here := slices.Index(bounds, from)
		other := (here + 1) % len(levels)
		if times = math.Exp(math.Abs(levels[here] - levels[other])); times >= pastedTimes {
			return slices.Min(high), slices.Max(high) + 1, times
		}
	}
	return 0, 0, 0
}
