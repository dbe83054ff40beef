package fit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"beagle/model"
)

// Limits on stretches of rows that stray together.
const (
	shortest      = 10   // rows of a stretch, equal ones counted once
	mostStretches = 16   // more are drift, which no level takes out
	leastJump     = 0.08 // of the logarithm: less is not worth a change of the data
	stretchesSaid = 5    // more help nobody
)

// levelStretches takes out what stretches of rows have in common besides their
// inputs: launches of a program that nobody marked, of which one had its compiler
// decide otherwise, or a machine that was busy for a while. Stretches are found
// like warm-up, as change points of what a small regression leaves, and only
// where each was measured on inputs like the others'; their level becomes that
// of most rows. It returns the table to learn from, and says what it did. Tables
// that know their launches are levelled before, by them.
func levelStretches(table *model.Table, rows []int) (*model.Table, string) {
	if severalLaunches(table) || len(rows) < 4*shortest {
		return table, ""
	}
	residual := detrended(table, rows, ones(len(rows)))
	if residual == nil {
		return table, ""
	}
	cuts := changes(residual, fresh(table, rows))
	if len(cuts) == 0 || len(cuts) >= mostStretches {
		return table, ""
	}
	bounds := append(append([]int{0}, cuts...), len(rows))
	for i := range bounds[1:] {
		if !alikeInputs(table, rows, bounds[i], bounds[i+1]) {
			return table, ""
		}
	}
	// The regression went through all stretches; what each is off is found
	// together with it, in a second one.
	levels := levelsOf(table, rows, bounds)
	if levels == nil {
		return table, ""
	}
	most := weightedMiddle(levels, bounds)
	levelled := *table
	levelled.Target.Num = slices.Clone(table.Target.Num)
	slow, text := 0, ""
	for i, level := range levels {
		if math.Abs(level-most) < leastJump/2 {
			continue
		}
		for _, row := range rows[bounds[i]:bounds[i+1]] {
			levelled.Target.Num[row] *= math.Exp(most - level)
		}
		if slow++; slow <= stretchesSaid {
			text += fmt.Sprintf(", %d to %d %.2f times", bounds[i]+1, bounds[i+1], math.Exp(level-most))
		}
	}
	if slow == 0 {
		return table, ""
	}
	return &levelled, fmt.Sprintf("stretches of rows took longer or shorter than others with the same inputs, as launches do: rows %s; that was taken out", text[2:])
}

// changes are the rows at which the level of residuals changes, in order, by
// circular binary segmentation (Olshen et al. 2004), each clear of the noise by
// far. fresh tells which rows have other inputs than the row before: what the
// regression misses of some inputs it misses of all their rows.
func changes(residual []float64, fresh []bool) []int {
	steps := make([]float64, 0, len(residual))
	for i := 1; i < len(residual); i++ {
		if fresh[i] {
			steps = append(steps, math.Abs(residual[i]-residual[i-1]))
		}
	}
	if len(steps) < shortest {
		return nil
	}
	slices.Sort(steps)
	spread := max(1.4826*Quantile(steps, 0.5)/math.Sqrt2, 1e-3) // changes of level do not count as noise
	limit := 3 * spread
	sums := make([]float64, len(residual)+1)
	middle := slices.Clone(residual)
	slices.Sort(middle)
	center := Quantile(middle, 0.5)
	for i, r := range residual {
		sums[i+1] = sums[i] + max(-0.7-limit, min(0.7+limit, r-center))
	}
	least := shortest * len(residual) / len(steps)
	enough := (6*math.Log(float64(len(residual))) + 10) * spread * spread * float64(len(residual)) / float64(len(steps)) // two ends were looked for
	var cuts []int
	var split func(from, to int)
	split = func(from, to int) {
		if to-from < 2*least || len(cuts) >= mostStretches {
			return
		}
		start, end, gain := stretch(sums, from, to, least)
		if gain <= enough {
			return
		}
		if start > from {
			split(from, start)
			cuts = append(cuts, start)
		}
		split(start, end)
		if end < to {
			cuts = append(cuts, end)
			split(end, to)
		}
	}
	split(0, len(residual))
	return cuts
}

// stretch is the part of some rows that differs most from the others of them,
// and by how much: one in the middle, too, which no single cut shows. None has
// less than so many rows.
func stretch(sums []float64, from, to, least int) (start, end int, gain float64) {
	gainOf := func(start, end int) float64 {
		in, out := end-start, to-from-(end-start)
		if in < least || out < least || start > from && start-from < least || end < to && to-end < least {
			return 0
		}
		inside, outside := float64(in), float64(out)
		sum := sums[end] - sums[start]
		jump := sum/inside - (sums[to]-sums[from]-sum)/outside
		if math.Abs(jump) < leastJump {
			return 0
		}
		return inside * outside / (inside + outside) * jump * jump
	}
	step := max(1, (to-from)/64)
	for i := from; i < to; i += step {
		for j := i + step; j < to+step; j += step {
			if g := gainOf(i, min(j, to)); g > gain {
				start, end, gain = i, min(j, to), g
			}
		}
	}
	for range 2 {
		for i := max(from, start-step); i <= start+step && i < end; i++ {
			if g := gainOf(i, end); g > gain {
				start, gain = i, g
			}
		}
		for j := min(to, end+step); j >= end-step && j > start; j-- {
			if g := gainOf(start, j); g > gain {
				end, gain = j, g
			}
		}
	}
	return start, end, gain
}

// alikeInputs reports whether some rows were measured on inputs like the others.
func alikeInputs(table *model.Table, rows []int, from, to int) bool {
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
		middle := Quantile(here, 0.5)
		if middle < Quantile(there, 0.2) || middle > Quantile(there, 0.8) || Quantile(here, 0.9) < Quantile(there, 0.5) || Quantile(here, 0.1) > Quantile(there, 0.5) {
			return false
		}
	}
	return true
}

// levelsOf are the logarithms of the stretches' levels, from a regression that
// knows the stretches: residuals of one without them, level taken out, and again.
func levelsOf(table *model.Table, rows, bounds []int) []float64 {
	levels := make([]float64, len(bounds)-1)
	work := *table
	work.Target.Num = slices.Clone(table.Target.Num)
	for range 3 {
		residual := detrended(&work, rows, ones(len(rows)))
		if residual == nil {
			return nil
		}
		for i := range levels {
			part := slices.Clone(residual[bounds[i]:bounds[i+1]])
			slices.Sort(part)
			off := Quantile(part, 0.5)
			levels[i] += off
			for _, row := range rows[bounds[i]:bounds[i+1]] {
				work.Target.Num[row] *= math.Exp(-off)
			}
		}
	}
	return levels
}

// weightedMiddle is the level of most rows.
func weightedMiddle(levels []float64, bounds []int) float64 {
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
