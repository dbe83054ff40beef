package dataset

import (
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
				if Grows(d.Columns[c]) && (which == c || which == len(out)) {
					x *= factor
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
		largest := slices.Max(d.Columns[c].Num)
		if Grows(d.Columns[c]) {
			largest *= factor
		}
		out[c].Num = append(out[c].Num, largest)
	}
	return out
}

// Grows reports whether a column may have larger values than were seen.
func Grows(c model.Column) bool { return c.Kind == model.Number && !Flag(c) }

// ExtrapolationFactor is how many times the observed range an expression must stay sane.
const ExtrapolationFactor = 4
