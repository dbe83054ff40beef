package launches

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"beagle/model"
	"beagle/statistics/leastsquares"
	"beagle/statistics/robust"
)

// Limits on stretches of rows that share an effect.
const (
	shortest      = 10   // rows of a stretch, equal ones counted once
	mostStretches = 16   // more are drift, which no level takes out
	leastJump     = 0.08 // of the logarithm: less is not worth a change of the data
	stretchesSaid = 5    // more help nobody
)

// LevelStretches takes out what stretches of rows have in common besides their inputs:
// launches of a program that nobody marked, of which one had its compiler decide
// otherwise, or a machine that was busy for a while. Stretches are found like warm-up, as
// change points of what a small regression leaves, and only where each was measured on
// inputs like the others'; their level becomes that of most rows. It returns the table to
// learn from, and says what it did; the given table itself and "" where it did nothing.
// Tables that know their launches are levelled before, by them.
func LevelStretches(table *model.Table, rows []int) (*model.Table, string) {
	if several(table) || len(rows) < 4*shortest {
		return table, ""
	}
	residual := detrended(table, rows, leastsquares.Ones(len(rows)))
	if residual == nil {
		return table, ""
	}
	other := fresh(table, rows)
	cuts := changes(residual, other)
	if len(cuts) == 0 || len(cuts) >= mostStretches || !beyondChance(residual, other) {
		return table, ""
	}
	bounds := append(append([]int{0}, cuts...), len(rows))
	for i := range bounds[1:] {
		if !sameInputs(table, rows, bounds[i], bounds[i+1]) {
			return table, ""
		}
	}
	// The regression went through all stretches; what each is off is found
	// together with it, in a second one.
	levels := levelsOf(table, rows, bounds)
	if levels == nil {
		return table, ""
	}
	most := levelOfMost(levels, bounds)
	levelled := *table
	levelled.Target.Num = slices.Clone(table.Target.Num)
	found, text := 0, ""
	for i, level := range levels {
		if math.Abs(level-most) < leastJump/2 {
			continue
		}
		for _, row := range rows[bounds[i]:bounds[i+1]] {
			levelled.Target.Num[row] *= math.Exp(most - level)
		}
		if found++; found <= stretchesSaid {
			text += fmt.Sprintf(", %d to %d %.2f times", bounds[i]+1, bounds[i+1], math.Exp(level-most))
		}
	}
	if found == 0 {
		return table, ""
	}
	return &levelled, fmt.Sprintf("stretches of rows took longer or shorter than others with inputs alike, as launches do: rows %s; that was taken out (as-measured leaves it in)", text[2:])
}

// sameInputs reports whether some rows were measured on inputs like the others: their
// median lies between the 20 % and 80 % quantiles of the others, and the others' median
// within their own 10 % to 90 %, in each number.
func sameInputs(table *model.Table, rows []int, from, to int) bool {
	for _, c := range table.Columns {
		if c.Kind != model.Number {
			continue
		}
		var here, there []float64
		for i, row := range rows {
			switch x := c.Num[row]; {
			case math.IsNaN(x):
			case i >= from && i < to:
				here = append(here, x)
			default:
				there = append(there, x)
			}
		}
		if len(here) == 0 || len(there) == 0 {
			continue
		}
		slices.Sort(here)
		slices.Sort(there)
		middle := robust.Quantile(here, 0.5)
		if middle < robust.Quantile(there, 0.2) || middle > robust.Quantile(there, 0.8) || robust.Quantile(here, 0.9) < robust.Quantile(there, 0.5) || robust.Quantile(here, 0.1) > robust.Quantile(there, 0.5) {
			return false
		}
	}
	return true
}

// levelsOf are the logarithms of the stretches' levels, from a regression that knows the
// stretches: residuals of one without them, level taken out, and again (backfitting,
// three turns). nil: some value has no logarithm.
func levelsOf(table *model.Table, rows, bounds []int) []float64 {
	levels := make([]float64, len(bounds)-1)
	work := *table
	work.Target.Num = slices.Clone(table.Target.Num)
	for range 3 {
		residual := detrended(&work, rows, leastsquares.Ones(len(rows)))
		if residual == nil {
			return nil
		}
		for i := range levels {
			part := slices.Clone(residual[bounds[i]:bounds[i+1]])
			slices.Sort(part)
			off := robust.Quantile(part, 0.5)
			levels[i] += off
			for _, row := range rows[bounds[i]:bounds[i+1]] {
				work.Target.Num[row] *= math.Exp(-off)
			}
		}
	}
	return levels
}

// levelOfMost is the level of most rows: the median of the levels, each counted by its
// rows.
func levelOfMost(levels []float64, bounds []int) float64 {
	order := make([]int, len(levels))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(levels[a], levels[b]) })
	seen, all := 0, bounds[len(bounds)-1]
	for _, i := range order {
		if seen += bounds[i+1] - bounds[i]; 2*seen >= all {
			return levels[i]
		}
	}
	return levels[order[len(order)-1]]
}
