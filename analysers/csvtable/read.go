package csvtable

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"

	"beagle/model"
)

// Limits on what is read.
const (
	maxValues  = 3 << 20 // numbers that are kept
	maxRows    = 300_000
	maxColumns = 1000
	maxLine    = 1 << 20
	maxLevels  = 20000 // distinct texts of a column that are told apart
)

// Table is what was read.
type Table struct {
	model.Table
	Total int64    // rows in the text; the table may hold a sample of them
	Names []string // names of the table's columns as they stand in the text
	Notes []string // what was left out, in words for people
}

// Read reads a table. The first line names the columns; commas, semicolons or
// tabs separate values; with the latter two numbers may have decimal commas.
// target names the column to be explained, "" none; skip names
// columns that must not explain it. Errors are model.Problem with line and
// hint.
func Read(r io.Reader, target string, skip []string) (*Table, error) {
	return read(r, target, skip, maxRows)
}

func read(r io.Reader, target string, skip []string, maxRows int) (*Table, error) {
	lines := &limited{r: bufio.NewReaderSize(r, 1<<16)}
	separator, err := lines.separator()
	if err != nil {
		return nil, err
	}
	text := csv.NewReader(lines)
	text.Comma, text.ReuseRecord, text.FieldsPerRecord, text.Comment = separator, true, -1, '#'
	text.LazyQuotes, text.TrimLeadingSpace = true, separator != '\t'
	header, err := text.Read()
	if errors.Is(err, io.EOF) {
		return nil, problem(1, "the table is empty", "its first line must name the columns")
	}
	if err != nil {
		return nil, wrap(err)
	}
	columns, at, err := parseHeader(header, target, skip)
	if err != nil {
		return nil, err
	}
	leaveOutBookkeeping(columns, at)
	for _, c := range columns {
		c.commas = separator != ','
	}
	t, err := readRows(text, columns, maxRows)
	if err != nil {
		return nil, err
	}
	return finish(t, columns, at)
}

func problem(line int, message, hint string) error {
	return model.Problem{Severity: model.Error, Message: message, Hint: hint, Line: line, Rule: "table"}
}

func wrap(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return model.Problem{Severity: model.Error, Message: "the table cannot be read: " + parse.Err.Error(), Line: parse.Line, Column: parse.Column, Rule: "table"}
	}
	return err
}

func parseHeader(header []string, target string, skip []string) (columns []*column, at int, err error) {
	if len(header) > maxColumns {
		return nil, 0, problem(1, fmt.Sprintf("the table has %d columns; at most %d are read", len(header), maxColumns), "leave out columns that cannot matter")
	}
	names := map[string]bool{}
	at = -1
	var all []string
	for i, name := range header {
		name = strings.TrimSpace(strings.TrimPrefix(name, "\ufeff"))
		all = append(all, name)
		if name == "" {
			name = fmt.Sprintf("column%d", i+1)
		}
		if names[name] {
			return nil, 0, problem(1, fmt.Sprintf("two columns are named %q", name), "give every column a name of its own")
		}
		names[name] = true
		if name == target {
			at = i
		}
		columns = append(columns, &column{name: name, skip: slices.Contains(skip, name) && name != target})
	}
	if at < 0 && target != "" {
		return nil, 0, problem(1, fmt.Sprintf("there is no column %q", target), "the columns are "+shortList(all))
	}
	for _, name := range skip {
		if !names[name] {
			return nil, 0, problem(1, fmt.Sprintf("there is no column %q to skip", name), "the columns are "+shortList(all))
		}
	}
	return columns, at, nil
}

// bookkeeping are the columns that "beagle export" writes after the value: they
// say how often, in which launch and when it was measured, and explain nothing.
var bookkeeping = []string{"weight", "launch", "seq"}

func leaveOutBookkeeping(columns []*column, at int) {
	if at < 0 || columns[at].name != "value" || len(columns)-at-1 != len(bookkeeping) {
		return
	}
	for i, c := range columns[at+1:] {
		if c.name != bookkeeping[i] {
			return
		}
	}
	for _, c := range columns[at+1:] {
		c.skip = true
	}
}

func shortList(names []string) string {
	const most = 20
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// readRows keeps all rows, or an even sample of them.
func readRows(text *csv.Reader, columns []*column, maxRows int) (*Table, error) {
	kept := 0
	for _, c := range columns {
		if !c.skip {
			kept++
		}
	}
	room := min(max(maxValues/(kept+1), 1000), maxRows)
	t := &Table{}
	random := rand.New(rand.NewPCG(1, 2))
	for {
		record, err := text.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, wrap(err)
		}
		if len(record) != len(columns) {
			line, _ := text.FieldPos(0)
			return nil, problem(line, fmt.Sprintf("this line has %d values, the first line names %d columns", len(record), len(columns)), "every line needs a value, or nothing between separators, for each column")
		}
		place := len(t.Seq)
		if place >= room {
			if place = int(random.Int64N(t.Total + 1)); place >= room {
				t.Total++
				continue
			}
			t.Seq[place] = t.Total
		} else {
			t.Seq = append(t.Seq, t.Total)
		}
		t.Total++
		for i, c := range columns {
			if !c.skip {
				c.set(place, record[i])
			}
		}
	}
	if t.Total == 0 {
		return nil, problem(1, "the table has a header but no rows", "")
	}
	return t, nil
}

// finish turns columns into a table in the order of the text.
func finish(t *Table, columns []*column, at int) (*Table, error) {
	if kept := int64(len(t.Seq)); kept < t.Total {
		t.Notes = append(t.Notes, fmt.Sprintf("%d of %d rows were kept as an even sample, to bound memory", kept, t.Total))
		order := make([]int, kept)
		for i := range order {
			order[i] = i
		}
		sort.Slice(order, func(a, b int) bool { return t.Seq[order[a]] < t.Seq[order[b]] })
		for _, c := range columns {
			c.reorder(order)
		}
		slices.Sort(t.Seq)
	}
	for i, c := range columns {
		if c.skip {
			continue
		}
		out, note := c.finish()
		if i == at {
			if note != "" || len(out.Num) == 0 {
				return nil, problem(1, fmt.Sprintf("the column %q cannot be explained: %s", c.name, note), "choose a column of numbers, truth values or few distinct texts")
			}
			t.Target = out
			continue
		}
		if note != "" {
			t.Notes = append(t.Notes, note)
			continue
		}
		t.Columns = append(t.Columns, out)
		t.Names = append(t.Names, c.name)
	}
	return t, nil
}
