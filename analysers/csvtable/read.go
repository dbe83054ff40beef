// Package csvtable reads tables of measurements from text with a line per
// observation, as spreadsheets and benchmarks write them.
//
// Memory is bounded whatever the size of the text: beyond a number of values
// rows are kept by reservoir sampling (Vitter, algorithm R, 1985), which keeps
// every row with the same probability, in their order.
package csvtable

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"beagle/internal/quantity"
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
	// ProcessorTimes tells that the table says of its values that they hold nothing of
	// what others do to the machine.
	ProcessorTimes bool
}

// Columns says what a table's columns are for.
type Columns struct {
	Target string   // the column to be explained; "": none
	Launch string   // the column that tells the program's launches apart; "": "launch", if there is one; "none": none does
	Skip   []string // columns that must not explain the target
}

// Read reads a table. The first line names the columns; commas, semicolons or
// tabs separate values; with the latter two numbers may have decimal commas.
// Errors are model.Problem with line and hint.
func Read(r io.Reader, c Columns) (*Table, error) { return read(r, c, maxRows) }

// read is Read with another limit of rows, for tests.
func read(r io.Reader, of Columns, maxRows int) (*Table, error) {
	lines := &limited{r: bufio.NewReaderSize(r, 1<<16)}
	lines.skipAbove(of.Target)
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
	if !slices.ContainsFunc(header, named) {
		return nil, problem(1, fmt.Sprintf("the first line holds numbers where the names of the columns belong: %s", shortList(header)),
			"write a line above it with a name for each column")
	}
	columns, at, err := parseHeader(header, of.Target, of.Skip)
	if err != nil {
		return nil, err
	}
	markExported(columns, at)
	if err := launches(columns, at, of.Launch); err != nil {
		return nil, err
	}
	for _, c := range columns {
		c.commas = separator != ','
	}
	nameVariables(columns)
	left := skipStatistics(columns, at)
	t, err := readRows(text, columns, maxRows)
	if err != nil {
		return nil, err
	}
	if lines.above > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s above the names of the columns left out", quantity.Plural(lines.above, "line was", "lines were")))
	}
	if left != "" {
		t.Notes = append(t.Notes, left)
	}
	return finish(t, columns, at)
}

// named reports whether a cell of the first line can be the name of a column.
func named(cell string) bool {
	_, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(cell), ",", "."), 64)
	return err != nil
}

// problem is what is wrong with a line of the table, as people read it; line 0 is the
// table as a whole.
func problem(line int, message, hint string) error {
	return model.Problem{Severity: model.Error, Message: message, Hint: hint, Line: line, Rule: "table"}
}

// wrap makes a problem with line and column out of what the reader of CSV refused; other
// errors stay.
func wrap(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return model.Problem{Severity: model.Error, Message: "the table cannot be read: " + parse.Err.Error(), Line: parse.Line, Column: parse.Column, Rule: "table"}
	}
	return err
}

// parseHeader makes a column of each name; at is the index of the target, -1 where it is not named yet.
// Names must differ, and those that are asked for must be there.
func parseHeader(header []string, target string, skip []string) (columns []*column, at int, err error) {
	if len(header) > maxColumns {
		return nil, 0, problem(1, fmt.Sprintf("the table has %d columns; at most %d are read", len(header), maxColumns), "leave out columns that cannot matter")
	}
	names := map[string]bool{}
	at = -1
	var all []string
	for i, name := range header {
		name = strings.TrimSpace(name)
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

// exported are the columns that "beagle export" writes after the value: they say
// how often, in which launch and when it was measured, and explain nothing.
var exported = []string{"weight", "launch", "seq"}

// The columns that may stand after these.
const (
	ProcessorTime = "processor_time" // times: whether they hold nothing of what others do to the machine
	Records       = "records"        // other values: how many of those that a row stands for were recorded
)

// markExported recognises a table that "beagle export" wrote by the columns after its value, and takes
// weight, sequence, records and processor time for what they are.
func markExported(columns []*column, at int) {
	if at < 0 || columns[at].name != "value" {
		return
	}
	after := columns[at+1:]
	if len(after) < len(exported) || len(after) > len(exported)+1 {
		return
	}
	for i, name := range exported {
		if after[i].name != name {
			return
		}
	}
	if last := after[len(after)-1]; len(after) > len(exported) {
		if last.name != ProcessorTime && last.name != Records {
			return
		}
		last.tells = last.name
	}
	columns[at+1].tells = "weight"
	columns[at+2].exported = true
	columns[at+3].tells = "seq"
}

// launchNames are what people call the column that tells launches of a program
// apart; but for the first it has to look like that, too.
var launchNames = []string{"launch", "run", "fork", "trial", "process"}

// launches finds the column that may tell launches apart.
func launches(columns []*column, at int, name string) error {
	if name == "none" {
		return nil
	}
	names := launchNames
	if name != "" {
		names = []string{name}
	}
	var all []string
	for _, wanted := range names {
		for i, c := range columns {
			if i != at && !c.skip && (c.name == wanted || name == "" && strings.EqualFold(c.name, wanted)) {
				c.tells = "launch"
				c.tentative = name == "" && !strings.EqualFold(wanted, launchNames[0])
				return nil
			}
		}
	}
	if name == "" {
		return nil
	}
	for _, c := range columns {
		all = append(all, c.name)
	}
	return problem(1, fmt.Sprintf("there is no column %q that could tell launches apart", name), "the columns are "+shortList(all))
}

// oneAfterAnother reports whether a column looks like the number of a launch:
// a few values, each of which is over before the next begins.
func oneAfterAnother(values []float64) bool {
	seen := map[float64]bool{}
	for i, x := range values {
		if i > 0 && x == values[i-1] {
			continue
		}
		if seen[x] || math.IsNaN(x) {
			return false
		}
		seen[x] = true
	}
	return len(seen) > 1 && 3*len(seen) <= len(values)
}

// shortList names what there is, up to twenty.
func shortList(names []string) string { return strings.Join(quantity.Some(names, 20), ", ") }

// readRows keeps all rows, or an even sample of them.
func readRows(text *csv.Reader, columns []*column, maxRows int) (*Table, error) {
	kept := 0
	for _, c := range columns {
		if !c.skip {
			kept++
		}
	}
	room := min(max(maxValues/(kept+1), 1000), maxRows)
	t, says := &Table{}, standing(columns)
	summary := summaries(columns)
	random := rand.New(rand.NewPCG(1, 2))
	for {
		record, err := text.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, wrap(err)
		}
		if summary != nil && summary(record) {
			continue
		}
		line, _ := text.FieldPos(0)
		if len(record) != len(columns) {
			return nil, problem(line, fmt.Sprintf("this line has %d values, the first line names %d columns", len(record), len(columns)), "every line needs a value, or nothing between separators, for each column")
		}
		if err := says.check(line, record); err != nil {
			return nil, err
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
		t.Notes = append(t.Notes, c.notes...)
		if c.tentative && note == "" && !oneAfterAnother(out.Num) {
			c.tells = ""
		}
		switch c.tells {
		case "launch":
			t.Launch = numbered(out)
			if !c.exported {
				t.Notes = append(t.Notes, c.name+" tells the program's launches apart and explains nothing; with --launch none it is a parameter")
			}
			continue
		case "weight":
			t.Weight = out.Num
			continue
		case Records:
			t.Records = out.Num
			continue
		case ProcessorTime:
			t.ProcessorTimes = out.Kind == model.Bool && !slices.ContainsFunc(out.Num, func(x float64) bool { return x != 1 })
			continue
		case "seq": // rows stand by their inputs, not in the order in which they were measured
			if whole(out.Num) {
				for i, x := range out.Num {
					t.Seq[i] = int64(x)
				}
			}
			continue
		}
		if i == at {
			if out.Kind == model.Text && c.measured.wrong(c.number) {
				return nil, problem(1, fmt.Sprintf("the column %q holds numbers in different units, or with units and without, such as %q", c.name, c.levels[0]), "write all of them in the same unit, or without units")
			}
			if note != "" || len(out.Num) == 0 {
				return nil, problem(1, fmt.Sprintf("the column %q cannot be explained: %s", c.name, note), "choose a column of numbers, truth values or few distinct texts")
			}
			if err := decidable(c.name, out); err != nil {
				return nil, err
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

// whole reports whether all values can be sequence numbers.
func whole(values []float64) bool {
	return !slices.ContainsFunc(values, func(x float64) bool { return x != math.Trunc(x) || math.Abs(x) > 1<<53 })
}

// decidable says what is wrong with texts that are no decisions: almost every
// row has one of its own, as dates and numbers with units have.
func decidable(name string, target model.Column) error {
	const few = 8
	figures := !slices.ContainsFunc(target.Levels, func(text string) bool { // "<1 ms", "~5", "$3"
		return !strings.ContainsAny(text, "0123456789") || unicode.IsLetter([]rune(text)[0])
	})
	if target.Kind != model.Text || len(target.Levels) <= few && !figures || 2*len(target.Levels) <= len(target.Num) {
		return nil
	}
	return problem(1, fmt.Sprintf("the column %q holds %d different texts in %d rows, such as %q: that is neither a number nor a decision", name, len(target.Levels), len(target.Num), target.Levels[len(target.Levels)/2]),
		"write numbers without units, or choose another column")
}

// numbered are the values of a column as the numbers of launches, from 0.
func numbered(c model.Column) []int32 {
	numbers := map[float64]int32{}
	out := make([]int32, len(c.Num))
	unknown := int32(-1) // each a launch of its own would be as wrong
	for i, x := range c.Num {
		if math.IsNaN(x) {
			out[i] = unknown
			continue
		}
		n, ok := numbers[x]
		if !ok {
			n = int32(len(numbers))
			numbers[x] = n
		}
		out[i] = n
	}
	return out
}
