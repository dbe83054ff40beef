package dataset

import (
	"math"
	"slices"

	"beagle/model"
)

// Beyond is points on up to factor times the observed range: a bounded choice of the observed
// points with each number alone, and all of them, grown. The last row has the largest of everything
// at once. Flags and texts keep their values. The columns are new ones, in the order of d's; nil
// where there are no points or no columns.
func Beyond(d *Data, factor float64) []model.Column {
	points := max(4, 256/(len(d.Columns)+1))
	n := d.Points()
	if n == 0 || len(d.Columns) == 0 {
		return nil
	}
	rows := make([]int, 0, points)
	for i := range min(points, n) {
		rows = append(rows, i*n/min(points, n))
	}
	out := make([]model.Column, len(d.Columns))
	for c := range out {
		out[c] = model.Column{Variable: d.Columns[c].Variable, Kind: d.Columns[c].Kind, Levels: d.Columns[c].Levels}
	}
	grow := func(which int) {
		for _, row := range rows {
			for c := range out {
				x := d.Columns[c].Num[row]
				if which == c || which == len(out) {
					x = Grown(d.Columns[c], x, factor)
				}
				out[c].Num = append(out[c].Num, x)
			}
		}
	}
	for c := range out {
		if Grows(d.Columns[c]) {
			grow(c)
		}
	}
	grow(len(out))
	for c := range out { // the largest of everything at once
		out[c].Num = append(out[c].Num, Grown(d.Columns[c], slices.Max(d.Columns[c].Num), factor))
	}
	return out
}

// Between is each point with every number half way to the next larger value that was measured: where nobody measured, inside the
// range. What was whole wherever it was measured stays whole. Flags, texts and the largest values keep theirs.
func Between(d *Data) []model.Column {
	out := slices.Clone(d.Columns)
	for i, c := range out {
		if !Grows(c) {
			continue
		}
		whole := !slices.ContainsFunc(c.Num, func(x float64) bool { return x != math.Trunc(x) })
		values := slices.Compact(slices.Sorted(slices.Values(c.Num)))
		out[i].Num = slices.Clone(c.Num)
		for row, x := range c.Num {
			at, _ := slices.BinarySearch(values, x)
			middle := (x + values[min(at+1, len(values)-1)]) / 2
			if whole {
				middle = math.Trunc(middle)
			}
			out[i].Num[row] = middle
		}
	}
	return out
}

// Grown is a value of a column on factor times the measured range: so many times the value; of what hardly varied
// (Narrow) so many times as far above the least one. Sizes up to 1,000 go to 4,000 on four times their range, and years from 2019 to
// 2026 to 2047, for nobody asks what the year 8104 takes. Flags and texts keep their values.
func Grown(c model.Column, x, factor float64) float64 {
	switch {
	case !Grows(c):
		return x
	case Narrow(c):
		least := slices.Min(c.Num)
		return least + factor*(x-least)
	default:
		return factor * x
	}
}

// narrow is the ratio of the largest to the least value of a number from which its form shows: over less, a square bends
// by a tenth of a percent away from its best line, which no measurement of a cost tells.
const narrow = 1.1

// Narrow reports whether a number hardly varied, as a clock, a year or the number of a process does beside inputs.
func Narrow(c model.Column) bool {
	return len(c.Num) > 0 && slices.Min(c.Num) > 0 && slices.Max(c.Num) < narrow*slices.Min(c.Num)
}

// Grows reports whether a column may have larger values than were seen.
func Grows(c model.Column) bool { return c.Kind == model.Number && !Flag(c) }

// ExtrapolationFactor is how many times the observed range an expression must stay sane.
const ExtrapolationFactor = 4
