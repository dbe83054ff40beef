package dataset

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/statistics/robust"
)

// chooseColumns picks the columns to learn from and returns the rows in which
// all of them were observed: first columns that are mostly holes go, then rows.
func (d *Data) chooseColumns(table *model.Table, rows []int) []int {
	whole, said := rows, 0
	for i, column := range table.Columns {
		if len(d.Columns) == maxColumns {
			d.note("only the first %d of %d variables were looked at", maxColumns, len(table.Columns))
			break
		}
		if column.Variable == (model.Variable{}) || len(column.Num) < table.Rows() || i >= maxColumns {
			continue
		}
		known := make([]int, 0, len(whole))
		for _, row := range whole {
			if math.Abs(column.Num[row]) < robust.Largest { // false for NaN, too
				known = append(known, row)
			}
		}
		if len(known)*2 < len(whole) {
			if observed(column.Num, whole) {
				d.note("%s was left out: it has a usable value in only %d of %d observations", column.Variable, len(known), len(whole))
			}
			continue
		}
		if !varies(column.Num, known) {
			if len(known) > 1 && said < mostSaid {
				d.note("%s was the same in all observations: what depends on it cannot be seen", column.Variable)
				said++
			}
			continue
		}
		if column.Kind == model.Text && len(column.Levels) > maxLevels {
			d.note("%s was left out: it has %d distinct texts, too many to tell apart", column.Variable, len(column.Levels))
			continue
		}
		whole = known
		d.Columns = append(d.Columns, column)
	}
	if left := len(rows) - len(whole); left > 0 {
		d.note("%d of %d observations were left out: a parameter was not observed or not finite", left, len(rows))
	}
	return whole
}

// observed reports whether there is any value.
func observed(values []float64, rows []int) bool {
	return slices.ContainsFunc(rows, func(row int) bool { return !math.IsNaN(values[row]) })
}

func varies(values []float64, rows []int) bool {
	for _, row := range rows {
		if values[row] != values[rows[0]] {
			return true
		}
	}
	return false
}

func (d *Data) dropConstantColumns() {
	d.Columns = slices.DeleteFunc(d.Columns, func(c model.Column) bool {
		return !slices.ContainsFunc(c.Num, func(x float64) bool { return x != c.Num[0] })
	})
}

// noteHardlyVaried says which numbers took two values only: any form fits them.
func (d *Data) noteHardlyVaried() {
	said := 0
	for _, c := range d.Columns {
		if c.Kind != model.Number || said == mostSaid || d.Points() < 2 || Flag(c) {
			continue
		}
		low, high := slices.Min(c.Num), slices.Max(c.Num)
		if !slices.ContainsFunc(c.Num, func(x float64) bool { return x != low && x != high }) {
			d.note("%s took only the values %g and %g: the form of a dependency cannot be seen", c.Variable, low, high)
			said++
		}
	}
}

// Flag reports whether a column of numbers says yes and no by 1 and 0.
func Flag(c model.Column) bool {
	return c.Kind == model.Number && !slices.ContainsFunc(c.Num, func(x float64) bool { return x != 0 && x != 1 })
}
