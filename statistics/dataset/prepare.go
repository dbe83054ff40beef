// Package dataset makes a table ready for learning: rows without holes, one
// point for each row or parameterisation, replicates and their noise, and
// variables that can be told apart. What is left out is said in words.
//
// It is deterministic and knows no units: times are seconds or anything else,
// and every measure of error is relative to the data.
//
// Nothing here fits an expression or knows one that is better than another.
//
// Prepare goes from a table to Data: rows of equal inputs become a point, and their differences the noise.
package dataset

import (
	"fmt"
	"math"
	"slices"

	"beagle/model"
	"beagle/statistics/decimal"
	"beagle/statistics/launches"
	"beagle/statistics/robust"
)

// Limits on what is learnt from at once. They bound time and memory; what is left out is said in
// Data.Notes, or in Data.Remarks where it takes nothing away.
const (
	maxPoints  = 1500 // points that searches look at; more are sampled evenly
	maxColumns = 200
	maxLevels  = 64 // levels of a text that may become an indicator
	mostSaid   = 5  // notes of one kind; more help nobody
)

// Option is what is known or wanted of a table besides.
type Option int

const (
	// ProcessorTimes tells that values are processor times or waits, which hold nothing of
	// what others do to the machine: where equal inputs scatter far upwards, the
	// program does that.
	ProcessorTimes Option = iota
	// AsMeasured leaves in the values what launches, and stretches of rows, take
	// longer or shorter than others.
	AsMeasured
	// Warm tells that rows measured while code was cold are not in the table any more.
	Warm
	// Even tells that no stretch of rows took longer or shorter than others.
	Even
	// Decisions tells that numbers are those of what was decided, which have no mean.
	Decisions
)

// PrepareKind is Prepare for a table of an element of some kind.
func PrepareKind(table *model.Table, kind model.Kind, options ...Option) *Data {
	if kind == model.Branch {
		options = append(slices.Clip(options), Decisions)
	}
	return Prepare(table, kind.Noisy(), options...)
}

// Prepare makes a table ready for learning. Nothing is left out silently: Notes says what was, in
// words for people. The table is not changed. noisy tells that the measured quantity carries noise,
// as times do and counts do not. Counts that scatter where inputs are equal are made ready as noisy ones
// whose mean is looked for; nothing of that is the machine's.
//
// A table of which nothing can be used gives Data without points, never an error. It takes time in
// proportion to rows and columns, beside what launches.Level takes; memory is bounded by the
// table's.
//
// The order matters: launches are brought to one level before warm-up is looked for in one launch,
// and stretches are levelled only then; points are made from what is left; and columns are compared
// with each other once they are points.
func Prepare(table *model.Table, noisy bool, options ...Option) *Data {
	d := &Data{Noisy: noisy, Replicates: Replicates{Noise: math.NaN()}, Preparation: Preparation{Measured: table, Options: options, Scatter: launches.Unknown}}
	// First what launches differ by, as rows of different launches are compared everywhere below.
	asMeasured := slices.Contains(options, AsMeasured)
	times := noisy // which hold what the machine did
	if times && !asMeasured {
		level := launches.Level
		if slices.Contains(options, Warm) {
			level = launches.LevelWarm
		}
		table, d.Scatter = level(table)
	}
	if !noisy {
		table = byRecords(table)
	}
	d.Table = table
	d.Target = model.Column{Variable: table.Target.Variable, Kind: table.Target.Kind, Levels: table.Target.Levels}
	p := &preparing{d, table}
	// Then which columns and rows can be used at all.
	d.Rows = p.chooseColumns(p.finiteRows())
	if d.Observations = len(d.Rows); d.Observations == 0 {
		return d
	}
	d.Rows = InOrder(table, d.Rows)
	if d.Counted = !noisy && d.Target.Kind == model.Number && !slices.Contains(options, Decisions); d.Counted {
		d.Noisy = p.scattered()
	}
	// What is measured while code is cold, and stretches in which the machine was slower, would
	// pass for noise or for a dependency on whatever input varied then.
	if times && !slices.Contains(options, Warm) {
		p.leaveWarmUpOut()
	}
	if times && !asMeasured && !slices.Contains(options, Even) {
		p.levelStretches()
	}
	// From here on there are points instead of rows.
	p.fill(times && !slices.Contains(options, ProcessorTimes))
	d.Independent = independent(&d.Observed, d.Replicates)
	if d.Resolution = make([]float64, len(d.Y)); times {
		d.Resolution = decimal.Resolution(d.Y)
	}
	// Now that columns have one value a point: which of them vary, and which can be told apart.
	d.Columns = varying(d.Columns)
	p.dropCollinear()
	p.noteCollinear()
	p.noteHardlyVaried()
	p.noteLastDigits()
	p.noteTarget()
	if !slices.Contains(options, Decisions) {
		p.noteLevels()
	}
	p.noteSameMeasurement()
	d.Extrapolation = Beyond(d, ExtrapolationFactor)
	d.level = typicalSize(d.Y)
	return d
}

// preparing is work on data from a table.
type preparing struct {
	*Data
	table *model.Table // with what was taken out by then
}

// note adds a sentence that a person should look at; see Preparation.Notes.
func (p *preparing) note(format string, args ...any) {
	p.Notes = append(p.Notes, fmt.Sprintf(format, args...))
}

// remark adds a sentence about what takes nothing away; see Preparation.Remarks.
func (p *preparing) remark(format string, args ...any) {
	p.Remarks = append(p.Remarks, fmt.Sprintf(format, args...))
}

// leaveWarmUpOut is for tables of one launch; Level has done it for others. It takes the
// first rows off and says how many.
func (p *preparing) leaveWarmUpOut() {
	if p.WarmUp = launches.WarmUp(p.table, p.Rows); p.WarmUp == 0 {
		return
	}
	p.remark("the first %d of %d observations were left out as warm-up: they are slower than the later ones with the same inputs", p.WarmUp, len(p.Rows))
	p.Rows = p.Rows[p.WarmUp:]
	p.Observations = len(p.Rows)
}

// levelStretches is for launches that nobody marked: rows that were measured in stretches of
// different speed are brought to one level.
func (p *preparing) levelStretches() {
	levelled, said := launches.LevelStretches(p.table, p.Rows)
	if p.table, p.Table = levelled, levelled; said != "" {
		p.note("%s", said)
	}
}

// finiteRows are the rows whose value can be reckoned with and that have a weight; the notes say how many
// others there were.
func (p *preparing) finiteRows() []int {
	table := p.table
	rows := make([]int, 0, table.Rows())
	for i, y := range table.Target.Num {
		if robust.InRange(y) && table.WeightOf(i) > 0 {
			rows = append(rows, i)
		}
	}
	if left := table.Rows() - len(rows); left > 0 {
		p.note("%d of %d observations were left out: the measured value is missing, not finite or of no sensible size", left, table.Rows())
	}
	return rows
}

// InOrder are rows of a table in the order in which they were measured: by launch and sequence number,
// where these are known; where they stand so already, the same slice.
func InOrder(table *model.Table, rows []int) []int {
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
