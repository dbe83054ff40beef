package dataset

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/statistics/decimal"
	"beagle/statistics/launches"
	"beagle/statistics/robust"
)

// Limits on what is learnt from at once. They bound time and memory; what is
// left out is said in Data.Notes.
const (
	maxPoints  = 1500 // points that searches look at; more are sampled evenly
	maxColumns = 200
	maxLevels  = 64 // levels of a text that may become an indicator
	mostSaid   = 5  // notes of one kind; more help nobody
)

// Prepare makes a table ready for learning. Nothing is left out silently: Notes
// says what was, in words for people. The table is not changed; the data must not
// be changed either.
func Prepare(table *model.Table, noisy bool) *Data {
	d := &Data{Table: table, Noisy: noisy, Noise: math.NaN()}
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
		if cut := launches.WarmUp(table, rows); cut > 0 {
			d.WarmUp = cut
			d.note("the first %d of %d observations were left out as warm-up: they are slower than the later ones with the same inputs", cut, len(rows))
			rows, cells = rows[cut:], cells[cut:]
			d.Observations = len(rows)
		}
	}
	d.Rows = rows
	if noisy {
		var said string
		if table, said = launches.LevelStretches(table, rows); said != "" {
			d.note("%s", said)
		}
	}
	d.fill(table, rows, cells)
	d.Independent, d.Resolution = d.independent(), make([]float64, len(d.Y))
	if noisy {
		d.Resolution = decimal.Resolution(d.Y)
	}
	d.dropConstantColumns()
	d.dropCollinear()
	d.noteCollinear()
	d.noteHardlyVaried()
	d.Extrapolation = Beyond(d, Far)
	d.level = d.typical()
	return d
}

func finiteRows(d *Data, table *model.Table) []int {
	rows := make([]int, 0, table.Rows())
	for i, y := range table.Target.Num {
		if robust.InRange(y) && (table.Weight == nil || table.Weight[i] > 0) {
			rows = append(rows, i)
		}
	}
	if left := table.Rows() - len(rows); left > 0 {
		d.note("%d of %d observations were left out: the measured value is missing, not finite or of no sensible size", left, table.Rows())
	}
	return rows
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
