package model

// Table holds what was measured for one element: a row per observation, a column per variable. It is what analysers
// learn from.
//
// Rows are parallel slices, so that expressions are evaluated column by column without allocation. A value that was
// not observed is NaN.
type Table struct {
	Columns []Column  // the variables; each Num has Rows values, and no Variable comes twice
	Target  Column    // the measured quantity; Branch: the transition's index; InternalAction: seconds
	Weight  []float64 // how many observations the row stands for; nil: one each
	Records []float64 // how many of these say something of their own: were recorded one by one, and are no repetition of another launch; nil: all
	Launch  []int32   // number of the launch; nil: unknown
	Seq     []int64   // order of observation within the launch; nil: row order
}

// Column is the observations of one variable.
type Column struct {
	Variable Variable  // what was observed; the zero Variable in a table's Target
	Kind     ValueKind // how Num is to be read, the same for all rows
	Num      []float64 // Number: the value; Bool: 0 or 1; Text: index into Levels; NaN: not observed
	Levels   []string  // Text: the distinct values in order of first observation
}

// Value is what was observed in a row; of kind None where nothing was. It panics beyond the rows, as slices do.
func (c *Column) Value(row int) Value {
	x := c.Num[row]
	switch {
	case x != x: // NaN
		return Value{}
	case c.Kind == Bool:
		return BoolValue(x != 0)
	case c.Kind == Text:
		return TextValue(c.Levels[int(x)])
	}
	return NumberValue(x)
}

// Rows is the number of rows: the length of the target, and of every column that has any.
func (t *Table) Rows() int { return len(t.Target.Num) }

// WeightOf is how many observations a row stands for.
func (t *Table) WeightOf(row int) float64 {
	if t.Weight == nil {
		return 1
	}
	return t.Weight[row]
}

// RecordsOf is how many of a row's observations say something of their own.
func (t *Table) RecordsOf(row int) float64 {
	if t.Records == nil {
		return t.WeightOf(row)
	}
	return t.Records[row]
}

// Column returns the column of a variable, or nil. It points into the table and belongs to it.
func (t *Table) Column(v Variable) *Column {
	for i := range t.Columns {
		if t.Columns[i].Variable == v {
			return &t.Columns[i]
		}
	}
	return nil
}
