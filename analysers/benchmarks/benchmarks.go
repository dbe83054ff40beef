// Package benchmarks reads the results of benchmark tools: JMH, Google Benchmark, hyperfine, Go's testing,
// criterion, pytest-benchmark and Extra-P. Which tool wrote a file is seen in its content. A benchmark
// becomes a table whose inputs are the benchmark's parameters and whose target is its cost: times in
// seconds of one execution, other metrics as they are.
package benchmarks

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"beagle/internal/safe"
	"beagle/model"
)

// MaxBytes bounds a file of results, which is kept in memory: files of the tools have some kilobytes.
const MaxBytes = 64 << 20

// Benchmark is what a tool measured under one name.
type Benchmark struct {
	Name   string
	Unit   string   // "seconds", or what the tool calls the metric
	Inputs []string // names of the parameters
	Rows   []Row
}

// Row is one measured value.
type Row struct {
	Inputs []string // values of the parameters, in the order of their names
	Value  float64
	Weight int // how many measurements the value is the mean of; 0: one
	Launch int // number of the process that measured it, from 0
}

// Results are the benchmarks of a file.
type Results struct {
	Tool string
	All  []*Benchmark
	Hint string // how the tool's user gives a benchmark a parameter
}

// tool reads what one tool writes; nil without error: another tool wrote it.
type tool struct {
	name, hint string
	read       func(data []byte) (*collector, error)
}

var tools = []tool{
	{"JMH", `annotate a field with @Param({"10", "100", "1000"}), and read it in the benchmark`, readJMH},
	{"JMH", `annotate a field with @Param({"10", "100", "1000"}), and read it in the benchmark`, readJMHTable},
	{"Google Benchmark", "register it with ->Range(8, 8 << 10), and read state.range(0)", readGoogle},
	{"Google Benchmark", "register it with ->Range(8, 8 << 10), and read state.range(0)", readGoogleTable},
	{"hyperfine", "give it a parameter with -P n 1 100, and write {n} in the command", readHyperfine},
	{"Go's testing", `begin a benchmark for each input with b.Run(fmt.Sprintf("n=%d", n), ...)`, readGo},
	{"pytest-benchmark", `decorate it with @pytest.mark.parametrize("n", [10, 100, 1000])`, readPytest},
	{"Extra-P", "measure at several values of a parameter", readExtraP},
	{"Extra-P", "measure at several values of a parameter", readExtraPText},
	{"Extra-P", "measure at several values of a parameter", readExtraPLines},
}

const criterionHint = "use bench_with_input with a BenchmarkId that has a parameter"

// Read reads the results of a tool. nil: no tool that is known wrote this.
func Read(data []byte) (*Results, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	for _, t := range tools {
		c, err := t.read(data)
		if err != nil {
			return nil, model.Problem{Severity: model.Error, Message: fmt.Sprintf("the results of %s cannot be read: %v", t.name, safe.Cause(err)), Hint: "let the tool write the file again"}
		}
		if c != nil {
			return &Results{Tool: t.name, All: c.all, Hint: t.hint}, nil
		}
	}
	return nil, nil
}

// ReadFolder reads the folder in which criterion keeps its results. nil: there are none.
func ReadFolder(tree fs.FS) (*Results, error) {
	c, err := readCriterion(tree)
	if err != nil || c == nil {
		return nil, err
	}
	return &Results{Tool: "criterion", All: c.all, Hint: criterionHint}, nil
}

// Find is the benchmark of a name, or the only one whose name ends with it.
func (r *Results) Find(name string) (*Benchmark, error) {
	var found []*Benchmark
	var names []string
	for _, b := range r.All {
		if b.Name == name {
			return b, nil
		}
		if names = append(names, b.Name); strings.HasSuffix(b.Name, name) {
			found = append(found, b)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return nil, model.Problem{Severity: model.Error, Message: fmt.Sprintf("there is no benchmark %q", name), Hint: "there are " + strings.Join(names, ", ")}
	}
	return nil, model.Problem{Severity: model.Error, Message: fmt.Sprintf("%d benchmarks have names that end with %q", len(found), name), Hint: "write the whole name: " + strings.Join(names, ", ")}
}

// Varied reports whether a benchmark was measured at two inputs or more.
func (b *Benchmark) Varied() bool {
	return slices.ContainsFunc(b.Rows, func(r Row) bool { return !slices.Equal(r.Inputs, b.Rows[0].Inputs) })
}

// Target is the name of the column of Table that holds the costs.
const Target = "value"

// Table is a benchmark as text with a line for each row, as "beagle export" writes tables.
func (b *Benchmark) Table() io.Reader {
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	own := []string{Target, "weight", "launch", "seq"}
	names := slices.Clone(b.Inputs)
	for i, name := range names {
		if slices.Contains(own, name) {
			names[i] = "parameter_" + name
		}
	}
	_ = w.Write(append(names, own...))
	for i, row := range b.Rows {
		_ = w.Write(append(slices.Clone(row.Inputs), strconv.FormatFloat(row.Value, 'g', -1, 64), strconv.Itoa(max(1, row.Weight)), strconv.Itoa(row.Launch), strconv.Itoa(i)))
	}
	w.Flush()
	return &text
}

// collector gathers rows under the names of their benchmarks, in the order in which these come.
type collector struct {
	all    []*Benchmark
	byName map[string]*Benchmark
}

// add takes a row in. The names of its inputs are those of the first row of its benchmark; a row with
// others is of another benchmark, whose name tells them.
func (c *collector) add(name, unit string, inputs []string, row Row) {
	if math.IsNaN(row.Value) || math.IsInf(row.Value, 0) {
		return
	}
	key := name + "\x00" + unit
	b := c.byName[key]
	if b != nil && !slices.Equal(b.Inputs, inputs) {
		name += " by " + strings.Join(inputs, ", ")
		key = name + "\x00" + unit
		b = c.byName[key]
	}
	if b == nil {
		if c.byName == nil {
			c.byName = map[string]*Benchmark{}
		}
		for _, other := range c.all {
			if other.Name == name { // the same, by another metric
				name += " " + unit
				break
			}
		}
		b = &Benchmark{Name: name, Unit: unit, Inputs: inputs}
		c.byName[key] = b
		c.all = append(c.all, b)
	}
	b.Rows = append(b.Rows, row)
}

// decode reads JSON into a value; false: it is no JSON of this form.
func decode(data []byte, into any) bool {
	data = bytes.TrimSpace(data)
	return len(data) > 0 && (data[0] == '{' || data[0] == '[') && json.Unmarshal(data, into) == nil
}

// seconds is the length in seconds of a unit of time such as "ms"; 0: the text is no such unit.
func seconds(unit string) float64 {
	switch strings.ToLower(strings.TrimSpace(unit)) {
	case "ns":
		return 1e-9
	case "us", "µs", "μs":
		return 1e-6
	case "ms":
		return 1e-3
	case "s", "sec":
		return 1
	case "min":
		return 60
	case "hr", "h":
		return 3600
	}
	return 0
}

// pairs are a map's keys in alphabetical order, and their values in the same order.
func pairs(values map[string]any) (names, texts []string) {
	names = slices.Sorted(maps.Keys(values))
	for _, name := range names {
		texts = append(texts, textOf(values[name]))
	}
	return names, texts
}

// textOf is a JSON value as the cell of a table.
func textOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	text, _ := json.Marshal(value)
	return string(text)
}

// numeric reports whether a text is a number.
func numeric(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

// split separates the parts of a benchmark's name that are inputs, "n=100", "n:100" or "100", from those
// that name it. Inputs without a name are called n, or arg1, arg2 where there are several.
func split(parts []string, mark string) (name, inputs, values []string) {
	unnamed := 0
	for _, part := range parts {
		key, value, has := strings.Cut(part, mark)
		switch {
		case has && key != "" && value != "":
			inputs, values = append(inputs, key), append(values, value)
		case numeric(part):
			unnamed++
			inputs, values = append(inputs, fmt.Sprintf("arg%d", unnamed)), append(values, part)
		default:
			name = append(name, part)
		}
	}
	if unnamed == 1 && !slices.Contains(inputs, "n") {
		inputs[slices.Index(inputs, "arg1")] = "n"
	}
	return name, inputs, values
}

// readAll reads a file of a tree of results.
func readAll(tree fs.FS, path string, into any) bool {
	file, err := tree.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MaxBytes))
	return err == nil && decode(data, into)
}
