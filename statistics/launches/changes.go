package launches

import (
	"math"
	"slices"

	"beagle/statistics/robust"
)

// changes are the rows at which the level of residuals changes, in order, by circular
// binary segmentation (Olshen et al. 2004), each clear of the noise by far. fresh tells
// which rows have other inputs than the row before: what the regression misses of some
// inputs it misses of all their rows.
//
// Unlike theirs, significance is by a penalty in the manner of the Schwarz criterion, and
// beyondChance shuffles only once all changes are known. Residuals are logarithms. nil:
// there are too few rows, or no change.
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
	// The noise is estimated from differences of neighbours (von Neumann 1941), which a
	// change of level touches once.
	spread := max(robust.ToDeviation*robust.Median(steps)/math.Sqrt2, 1e-3) // changes of level do not count as noise
	limit := 3 * spread
	sums := make([]float64, len(residual)+1)
	middle := slices.Clone(residual)
	slices.Sort(middle)
	center := robust.Quantile(middle, 0.5)
	// Sums from the first row on make the mean of any stretch two look-ups; single
	// outliers are bounded.
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

// stretch is the part of some rows that differs most from the others of them, and by how
// much: one in the middle, too, which no single cut shows. None has less than so many
// rows. sums are the cumulative residuals, from 0 on; start and end are positions in
// them, and gain is the decrease of the sum of squares.
func stretch(sums []float64, from, to, least int) (start, end int, gain float64) {
	start, end = from, from // where none stands out, the search below must not leave the rows
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
	// A coarse search over a grid of 64 by 64 positions, then each end moved alone within
	// a step of the grid: exact search is quadratic in the rows.
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
