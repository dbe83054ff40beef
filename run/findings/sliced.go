package findings

import (
	"math"
	"slices"

	"beagle/blackboard"
	"beagle/model"
	"beagle/run"
)

// mostSlices is the largest number of pictures side by side: one each for low, middle and high values of the second
// input.
const mostSlices = 3

// sliced parts the measurements by the input that matters most after the axis, column x of the table.
func sliced(d *run.Detail, table *model.Table, x int, best *blackboard.Proposal) {
	second := secondOf(table, x, best)
	if second < 0 {
		return
	}
	by := table.Columns[second].Num
	sorted := slices.DeleteFunc(slices.Clone(by), math.IsNaN)
	if slices.Sort(sorted); len(sorted) == 0 {
		return
	}
	var ends []float64 // the largest value of each part
	for i := 1; i <= mostSlices; i++ {
		if end := sorted[max(0, len(sorted)*i/mostSlices-1)]; len(ends) == 0 || end > ends[len(ends)-1] {
			ends = append(ends, end)
		}
	}
	d.Second = table.Columns[second].Variable
	low := math.Inf(-1)
	for _, high := range ends {
		part := only(table, func(row int) bool { return by[row] > low && by[row] <= high })
		from, to := bounds(part.Columns[second].Num)
		one := run.Slice{Low: from, High: to, Points: points(part, part.Columns[x].Num, best)}
		if best != nil && part.Columns[x].Kind == model.Number {
			one.Curve = curve(part, best, x)
		}
		d.Slices, low = append(d.Slices, one), high
	}
}

// secondOf is the numeric column of several values, other than x, that moves the best expression most, else the one
// with the most values.
func secondOf(t *model.Table, x int, best *blackboard.Proposal) int {
	chosen, most, values := -1, -1.0, 0
	for i := range t.Columns {
		n := distinct(t.Columns[i].Num)
		if i == x || t.Columns[i].Kind != model.Number || n < 2 {
			continue
		}
		moves := 0.0
		if best != nil {
			moves = max(0, swing(curve(t, best, i)))
		}
		if moves > most || moves == most && n > values {
			chosen, most, values = i, moves, n
		}
	}
	return chosen
}

func only(t *model.Table, keep func(row int) bool) *model.Table {
	pick := func(from []float64) (to []float64) {
		for row, v := range from {
			if keep(row) {
				to = append(to, v)
			}
		}
		return to
	}
	part := &model.Table{Target: t.Target, Columns: slices.Clone(t.Columns), Weight: pick(t.Weight)}
	part.Target.Num = pick(t.Target.Num)
	for i := range part.Columns {
		part.Columns[i].Num = pick(t.Columns[i].Num)
	}
	return part
}
