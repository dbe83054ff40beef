package launches

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/statistics/leastsquares"
	"beagle/statistics/robust"
)

// Several reports whether a table tells launches of the program apart.
func Several(table *model.Table) bool {
	return len(table.Launch) > 0 && slices.Min(table.Launch) != slices.Max(table.Launch)
}

// LevelUnrepeated takes out of a table what its launches differ by, where equal
// inputs were too seldom measured in several of them to compare these: against a
// small regression over the inputs, each launch's own effect shrunk by what chance
// alone would make of it (shrink). It returns the relative standard deviation of
// the effects, which is 0 where chance explains them all and nothing was changed.
func LevelUnrepeated(table *model.Table) float64 {
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
	launches := len(bounds) - 1
	if launches < 2 || len(rows) < launches*shortest || len(rows) < table.Rows() {
		return 0
	}
	levels := levelsOf(table, rows, bounds)
	if levels == nil {
		return 0
	}
	errors := levelErrors(table, rows, bounds, levels)
	if errors == nil {
		return 0
	}
	mean := 0.0
	for _, l := range levels {
		mean += l / float64(launches)
	}
	for i := range levels {
		levels[i] -= mean
	}
	between := shrink(levels, errors)
	for i, l := range levels {
		for _, row := range rows[bounds[i]:bounds[i+1]] {
			table.Target.Num[row] *= math.Exp(-l)
		}
	}
	return math.Sqrt(between)
}

// levelErrors are the variances of the levels of stretches of rows, which are
// medians, by what the regression leaves.
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
