package fit

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"beagle/model"
)

// Limits on what is learnt from at once. They bound time and memory; what is
// left out is said in Data.Notes.
const (
	maxPoints  = 1500 // points that searches look at; more are sampled evenly
	maxColumns = 200
	maxLevels  = 64 // levels of a text that may become an indicator
	mostSaid   = 5  // notes of one kind; more help nobody
)

// Data is a table made ready for learning: rows without holes, one point per
// row or, where parameterisations repeat often, per parameterisation.
type Data struct {
	Columns []model.Column // usable variables; all have at least two distinct values
	Y       []float64      // the measured value of each point
	Weight  []float64      // observations behind each point
	Target  model.Column   // Kind and Levels of the measured value; Num is Y
	Noisy   bool           // the target carries measurement noise

	Observations int     // rows that were used
	Noise        float64 // relative standard deviation of replicates; NaN: unknown
	NoiseFreedom int     // degrees of freedom behind Noise
	Exact        bool    // replicates agree exactly wherever there are any
	Cells        int     // distinct parameterisations
	WarmUp       int     // rows left out as warm-up
	Rows         []int   // of the table behind the points
	Notes        []string
	Twins        []Twin // numbers that were left out as lines of others

	beyond []model.Column // points on up to Far times the range
	level  float64        // Level, once it is known
	worth  []float64      // of each point: independent observations behind it

	rounding []float64 // of each point, relative: what its value may be off because it was rounded

	logs   logs
	memo   sync.Map
	shares [][]share // of each point, what the launches say of it; nil: unknown
}

// Memo remembers what others work out from the data, under a key of their own
// type: it is made once and lives as long as the data. The data must not change.
func (d *Data) Memo(key any, value func() any) any {
	if known, ok := d.memo.Load(key); ok {
		return known
	}
	known, _ := d.memo.LoadOrStore(key, value())
	return known
}

// Points is the number of points.
func (d *Data) Points() int { return len(d.Y) }

// Column returns the column of a variable, or nil.
func (d *Data) Column(v model.Variable) *model.Column {
	for i := range d.Columns {
		if d.Columns[i].Variable == v {
			return &d.Columns[i]
		}
	}
	return nil
}

func (d *Data) note(format string, args ...any) {
	d.Notes = append(d.Notes, fmt.Sprintf(format, args...))
}

func prepare(table *model.Table, noisy bool) *Data {
	d := &Data{Noisy: noisy, Noise: math.NaN()}
	d.Target = model.Column{Variable: table.Target.Variable, Kind: table.Target.Kind, Levels: table.Target.Levels}
	rows := finiteRows(d, table)
	rows = d.chooseColumns(table, rows)
	d.Observations = len(rows)
	if len(rows) == 0 {
		return d
	}
	rows = inOrder(table, rows)
	cells := d.cells(table, rows)
	if noisy {
		if cut := warmUp(table, rows); cut > 0 {
			d.WarmUp = cut
			d.note("the first %d of %d observations were left out as warm-up: they are slower than the later ones with the same inputs", cut, len(rows))
			rows, cells = rows[cut:], cells[cut:]
			d.Observations = len(rows)
		}
	}
	d.Rows = rows
	if noisy {
		var said string
		if table, said = levelStretches(table, rows); said != "" {
			d.note("%s", said)
		}
	}
	d.fill(table, rows, cells)
	d.worth, d.rounding = d.worths(), make([]float64, len(d.Y))
	if noisy {
		d.rounding = roundings(d.Y)
	}
	d.dropConstantColumns()
	d.dropTwins()
	d.noteCollinear()
	d.noteHardlyVaried()
	d.beyond = Beyond(d, Far)
	d.level = d.typical()
	return d
}

func finiteRows(d *Data, table *model.Table) []int {
	rows := make([]int, 0, table.Rows())
	for i, y := range table.Target.Num {
		if sensible(y) && (table.Weight == nil || table.Weight[i] > 0) {
			rows = append(rows, i)
		}
	}
	if left := table.Rows() - len(rows); left > 0 {
		d.note("%d of %d observations were left out: the measured value is missing, not finite or of no sensible size", left, table.Rows())
	}
	return rows
}

// sensible reports whether a measured value is one: its square must have a
// place in floating point.
func sensible(y float64) bool {
	size := math.Abs(y)
	return size == 0 || size > 1/largest && size < largest
}

const largest = 1e100

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
			if math.Abs(column.Num[row]) < largest { // false for NaN, too
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

// inOrder sorts rows by launch and sequence number, where they are known.
func inOrder(table *model.Table, rows []int) []int {
	if table.Seq == nil {
		return rows
	}
	before := func(a, b int) int {
		if table.Launch != nil && table.Launch[a] != table.Launch[b] {
			return int(table.Launch[a]) - int(table.Launch[b])
		}
		switch {
		case table.Seq[a] < table.Seq[b]:
			return -1
		case table.Seq[a] > table.Seq[b]:
			return 1
		}
		return a - b
	}
	if !slices.IsSortedFunc(rows, before) {
		rows = slices.Clone(rows)
		slices.SortFunc(rows, before)
	}
	return rows
}

func (d *Data) dropConstantColumns() {
	d.Columns = slices.DeleteFunc(d.Columns, func(c model.Column) bool {
		return !slices.ContainsFunc(c.Num, func(x float64) bool { return x != c.Num[0] })
	})
}

// noteCollinear says which numbers rise and fall together: no measurement of
// this kind can tell which of them matters.
func (d *Data) noteCollinear() {
	said := 0
	for i := range d.Columns {
		for j := range i {
			a, b := d.Columns[i], d.Columns[j]
			if a.Kind == model.Text || b.Kind == model.Text || said == mostSaid {
				continue
			}
			if r := correlation(a.Num, b.Num); math.Abs(r) > 0.95 {
				d.note("%s and %s vary together (correlation %.2f): the data can hardly tell which one matters; measure them varied separately", b.Variable, a.Variable, r)
				said++
			}
		}
	}
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

func correlation(a, b []float64) float64 {
	n := float64(len(a))
	var ma, mb float64
	for i := range a {
		ma += a[i] / n
		mb += b[i] / n
	}
	var aa, bb, ab float64
	for i := range a {
		aa += (a[i] - ma) * (a[i] - ma)
		bb += (b[i] - mb) * (b[i] - mb)
		ab += (a[i] - ma) * (b[i] - mb)
	}
	return ab / math.Sqrt(aa*bb)
}
