package dataset

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/statistics/robust"
)

// chooseColumns picks the columns to learn from and returns the rows in which all of them were
// observed. A column with more than a few holes goes rather than the rows that have them:
// observations without a parameter, such as an optional one, are as true as the others, and often
// of another kind.
//
// Columns are asked in the table's order, and each is judged by the rows that those before it left.
// Left out are columns without a name, with a value in fewer than three of four observations,
// constant ones, and texts of more than maxLevels. Every reason but the first becomes a note.
func (p *preparing) chooseColumns(rows []int) []int {
	table := p.table
	whole, said := rows, 0
	for i, column := range table.Columns {
		if len(p.Columns) == maxColumns {
			p.note("only the first %d of %d variables were looked at", maxColumns, len(table.Columns))
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
		// Of few different inputs may come many observations, and the other way round.
		if len(known)*fewHoles < len(rows)*(fewHoles-1) || p.behind(known)*fewHoles < p.behind(rows)*(fewHoles-1) {
			if observed(column.Num, whole) {
				p.note("%s was left out: it has a usable value in only %.0f of %.0f observations", column.Variable, p.behind(known), p.behind(whole))
			}
			continue
		}
		if !varies(column.Num, known) {
			if len(known) > 1 && said < mostSaid {
				p.note("%s was the same in all observations%s: what depends on it cannot be seen", column.Variable, digitsOf(column.Num[known[0]]))
				said++
			}
			continue
		}
		if column.Kind == model.Text && len(column.Levels) > maxLevels {
			p.note("%s was left out: it has %d distinct texts, too many to tell apart", column.Variable, len(column.Levels))
			continue
		}
		whole = known
		p.Columns = append(p.Columns, column)
	}
	if len(whole) < len(rows) {
		p.note("%.0f of %.0f observations were left out: a parameter was not observed or not finite", p.behind(rows)-p.behind(whole), p.behind(rows))
	}
	return whole
}

// behind is the number of observations that stand behind rows: the sum of their weights, for a row
// of a table may stand for many alike ones.
func (p *preparing) behind(rows []int) float64 {
	if p.table.Weight == nil {
		return float64(len(rows))
	}
	sum := 0.0
	for _, row := range rows {
		sum += p.table.Weight[row]
	}
	return sum
}

// fewHoles is one in how many rows may be left out for want of parameters.
const fewHoles = 4

// observed reports whether there is any value.
func observed(values []float64, rows []int) bool {
	return slices.ContainsFunc(rows, func(row int) bool { return !math.IsNaN(values[row]) })
}

// varies reports whether any row's value differs from the first row's.
func varies(values []float64, rows []int) bool {
	for _, row := range rows {
		if values[row] != values[rows[0]] {
			return true
		}
	}
	return false
}

// varying are the columns that take more than one value.
func varying(columns []model.Column) []model.Column {
	return slices.DeleteFunc(columns, func(c model.Column) bool {
		return !slices.ContainsFunc(c.Num, func(x float64) bool { return x != c.Num[0] })
	})
}

// noteHardlyVaried says which numbers took two values only: any form fits them.
func (p *preparing) noteHardlyVaried() {
	said := 0
	for _, c := range p.Columns {
		if c.Kind != model.Number || said == mostSaid || p.Points() < 2 || Flag(c) {
			continue
		}
		low, high := slices.Min(c.Num), slices.Max(c.Num)
		if !slices.ContainsFunc(c.Num, func(x float64) bool { return x != low && x != high }) {
			p.note("%s took only the values %g and %g: the form of a dependency cannot be seen", c.Variable, low, high)
			said++
		}
	}
}

// lastDigits is the part of a large number below which differences are mostly rounding: numbers have 16 digits.
const lastDigits = 1e-13

// noteLastDigits says which numbers are so large that they differ in digits only that numbers of their size hardly
// have, such as keys near 1E18: neighbours are one value, and what depends on the difference is lost.
func (p *preparing) noteLastDigits() {
	for _, c := range p.Columns {
		if c.Kind != model.Number || p.Points() < 2 {
			continue
		}
		low, high := slices.Min(c.Num), slices.Max(c.Num)
		if largest := math.Max(math.Abs(low), math.Abs(high)); low < high && largest >= 1<<53 && high-low <= lastDigits*largest {
			p.note("%s differs in its last digits only, of which numbers as large as %.3g have 16: what depends on them cannot be seen", c.Variable, largest)
		}
	}
}

// Flag reports whether a column of numbers says yes and no by 1 and 0; also where only one of
// both was observed.
func Flag(c model.Column) bool {
	return c.Kind == model.Number && !slices.ContainsFunc(c.Num, func(x float64) bool { return x != 0 && x != 1 })
}

// digitsOf says how far values were compared that have more digits than floating point holds; empty: to the last one.
func digitsOf(x float64) string {
	if math.Abs(x) < 1<<53 {
		return ""
	}
	return " to 16 digits"
}
