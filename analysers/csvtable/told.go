package csvtable

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// standsFor finds out what a row of an exported table says of itself, and what is wrong with that: such a value explains
// nothing, so that nobody would see that it weighs the row wrongly.
type standsFor struct {
	weight, records *column
	atWeight        int
	atRecords       int
}

// standing finds these columns.
func standing(columns []*column) (s standsFor) {
	for i, c := range columns {
		switch {
		case c.skip:
		case c.tells == "weight":
			s.weight, s.atWeight = c, i
		case c.tells == Records:
			s.records, s.atRecords = c, i
		}
	}
	return s
}

// check is what is wrong with a row in a line.
func (s *standsFor) check(line int, row []string) error {
	if s.weight == nil {
		return nil
	}
	weight := s.weight.plain(row[s.atWeight])
	if !(weight > 0) || math.IsInf(weight, 1) {
		return problem(line, fmt.Sprintf("weight is %q, and is to be how many observations this row stands for: a number above 0", row[s.atWeight]), "write the table anew with beagle export")
	}
	if s.records == nil {
		return nil
	}
	records := s.records.plain(row[s.atRecords])
	if records == weight || records >= 1 && records < weight && records == math.Trunc(records) {
		return nil
	}
	all := strconv.FormatFloat(weight, 'f', -1, 64)
	return problem(line, fmt.Sprintf("records is %q, and is to be how many of the %s observations that this row stands for were recorded: a whole number from 1 to %s", row[s.atRecords], all, all),
		"write the table anew with beagle export, or leave the column out: then all of them count as recorded")
}

// plain is a cell's number, NaN where it is none.
func (c *column) plain(cell string) float64 {
	cell = strings.TrimSpace(cell)
	if c.commas {
		cell = strings.Replace(cell, ",", ".", 1)
	}
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}
