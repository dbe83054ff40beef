package launches

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/statistics/leastsquares"
	"beagle/statistics/robust"
)

// several reports whether a table tells launches of the program apart.
func several(table *model.Table) bool {
	return len(table.Launch) > 0 && slices.Min(table.Launch) != slices.Max(table.Launch)
}

// shared reports whether most rows lie in cells that several launches, or stretches of
// rows, measured: only there can these be compared without a model of the dependency.
// launch and cells are by row.
func shared(launch, cells []int32) bool {
	first, several := map[int32]int32{}, map[int32]bool{}
	for i, c := range cells {
		if l, known := first[c]; !known {
			first[c] = launch[i]
		} else if l != launch[i] {
			several[c] = true
		}
	}
	rows := 0
	for _, c := range cells {
		if several[c] {
			rows++
		}
	}
	return 2*rows >= len(cells)
}

// regressionEffects are the launches' effects, and their variances by chance,
// against a small regression over the inputs: for launches with inputs of their
// own. nil: too few rows, or some that have no logarithm.
func regressionEffects(table *model.Table, launches []int32) (effects, chance []float64) {
	rows := make([]int, 0, table.Rows())
	for row, y := range table.Target.Num {
		if robust.InRange(y) && y > 0 {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int { return int(table.Launch[a]) - int(table.Launch[b]) })
	bounds := []int{0}
	for i := 1; i <= len(rows); i++ {
		if i == len(rows) || table.Launch[rows[i]] != table.Launch[rows[i-1]] {
			bounds = append(bounds, i)
		}
	}
	if len(bounds)-1 != len(launches) || len(rows) < len(launches)*shortest || len(rows) < table.Rows() {
		return nil, nil
	}
	for i := range launches {
		if !sameInputs(table, rows, bounds[i], bounds[i+1]) {
			return nil, nil // what is a launch's and what its inputs' cannot be told apart
		}
	}
	if effects = levelsOf(table, rows, bounds); effects == nil {
		return nil, nil
	}
	if chance = levelErrors(table, rows, bounds, effects); chance == nil {
		return nil, nil
	}
	return effects, chance
}

// levelErrors are the variances of the levels of stretches of rows, which are medians, by
// what the regression leaves: pi/2 times the variance of a mean, over the rows that say
// something of their own.
func levelErrors(table *model.Table, rows, bounds []int, levels []float64) []float64 {
	work := *table
	work.Target.Num = slices.Clone(table.Target.Num)
	for i, l := range levels {
		for _, row := range rows[bounds[i]:bounds[i+1]] {
			work.Target.Num[row] *= math.Exp(-l)
		}
	}
	residual := detrended(&work, rows, leastsquares.Ones(len(rows)))
	if residual == nil {
		return nil
	}
	const ofMedians = math.Pi / 2
	noise := robust.Deviation(residual)
	out := make([]float64, len(levels))
	for i := range out {
		part := rows[bounds[i]:bounds[i+1]]
		out[i] = ofMedians * noise * noise / (distinctShare(table, part) * float64(len(part)))
	}
	return out
}
