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
		if varies(column.Num, known) {
			p.remarkNarrow(column, known)
		} else {
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

// remarkNarrow says of a number that it hardly varied: a line through it is not known to go on.
func (p *preparing) remarkNarrow(c model.Column, rows []int) {
	if c.Kind != model.Number || Flag(c) {
		return
	}
	c.Num = Pick(c.Num, rows)
	if low, high := slices.Min(c.Num), slices.Max(c.Num); Narrow(c) {
		p.remark("%s varied by only %.2g %% (%.10g to %.10g): how a cost depends on it cannot be seen; --skip %s if it is a clock or a number of the run", c.Variable, 100*(high-low)/high, low, high, c.Variable.Name)
	}
}

// LevelTerms are the levels of a text that get terms of their own.
const LevelTerms = 8

// noteLevels says which texts have so many different values that not each of them gets a term.
func (p *preparing) noteLevels() {
	for _, c := range p.Columns {
		if different := distinct(c.Num, maxLevels); c.Kind == model.Text && different > LevelTerms && p.Target.Kind == model.Number {
			p.note("%s has %d different texts: what each of them costs by itself is tried for %d of them only; replace it by the numbers that it stands for, or fit each by itself", c.Variable, different, LevelTerms)
		}
	}
}

// noteTarget says of a measured value that it varies in its last digits only, of which learning sees none.
func (p *preparing) noteTarget() {
	if p.Points() < 2 || p.Target.Kind != model.Number {
		return
	}
	low, high := slices.Min(p.Y), slices.Max(p.Y)
	if largest := max(math.Abs(low), math.Abs(high)); low < high && high-low <= sameValue*largest {
		p.note("the measured value varies by less than a billionth of itself (%.17g to %.17g): subtract what all have in common, so that the differences can be learnt", low, high)
	}
}

// sameValue is the part of a value within which values are the same: differences below it are rounding.
const sameValue = 1e-9

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
