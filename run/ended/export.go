package ended

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"

	"beagle/analysers/csvtable"
	"beagle/internal/columnar"
	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
	"beagle/traces/kieker/logs"
)

// Export writes the measurements that a run keeps: as "jsonl", one observation a line, of all elements or of the one
// given; or as "csv", the table of one element, as "beagle fit" reads it. Rows that stand for several observations
// say so in their weight, and times whether they are those of a processor. Of a run that is damaged what is whole is
// written, and the error says what is not.
func Export(w io.Writer, id, format string, element model.ElementID) error {
	f, err := folder.Find(id)
	if err != nil {
		return err
	}
	e, err := openWhole(f)
	if err != nil {
		return err
	}
	defer e.Close()
	out := bufio.NewWriter(w)
	switch format {
	case "jsonl":
		err = e.exportLines(out, element)
	case "csv", "parquet":
		var of *model.Element
		if of, err = e.Element(element); err == nil {
			err = writers[format](out, e.table(of, e.Board.Table(element)))
		}
	default:
		err = fmt.Errorf("there is no format %q: write jsonl, csv or parquet", format)
	}
	if err != nil {
		return err
	}
	return errors.Join(out.Flush(), e.Damaged())
}

// ExportEvents writes the measurement events that a run keeps as they came, one JSON object a line.
func ExportEvents(w io.Writer, id string) ([]model.Problem, error) {
	f, err := folder.Find(id)
	if err != nil {
		return nil, err
	}
	out := bufio.NewWriter(w)
	encoder := json.NewEncoder(out)
	problems, err := folder.ReadEvents(f.Path("raw"), func(e measure.Event) error { return encoder.Encode(shownEvent(&e)) })
	return problems, errors.Join(err, out.Flush())
}

// ExportKieker writes the executions of services and demand sections that a run keeps into a new folder.
func ExportKieker(dir, id string) (log *logs.Log, problems []model.Problem, err error) {
	e, err := Find(id)
	if err != nil {
		return nil, nil, err
	}
	defer e.Close()
	if kept, _ := os.ReadDir(e.Folder.Path("raw")); len(kept) == 0 {
		return nil, nil, model.Problem{
			Severity: model.Error, Message: fmt.Sprintf("nothing of what run %s recorded is kept", e.ID()), Rule: "kieker-export",
			Hint: "a run that learnt from recorded logs has none of its own: use those; else see measure.keep",
		}
	}
	order, _ := measure.NewOrder(e.Begun.Elements, e.Begun.Entries)
	if log, err = logs.NewLog(dir, order, e.Begun.Elements, e.Begun.Created); err != nil {
		return nil, nil, err
	}
	renumber := folder.Renumber(e.Folder.Path("raw"), order)
	problems, err = folder.ReadEvents(e.Folder.Path("raw"), func(e measure.Event) error {
		if !renumber(&e) {
			return nil
		}
		return log.Event(e)
	})
	return log, problems, errors.Join(err, log.Close())
}

var eventNames = map[measure.EventKind]string{
	measure.ServiceEntered: "service-entered", measure.ServiceLeft: "service-left", measure.ParameterCaptured: "parameter",
	measure.CallEntered: "call-entered", measure.CallLeft: "call-left", measure.DemandCaptured: "demand",
	measure.SectionEntered: "section-entered", measure.SectionLeft: "section-left", measure.LoopCounted: "loop",
}

type event struct {
	Event   string  `json:"event"`
	Launch  int32   `json:"launch"`
	Thread  int64   `json:"thread"`
	Section int32   `json:"section"`
	Time    int64   `json:"time,omitempty"`
	Wall    int64   `json:"wall_ns,omitempty"`
	CPU     int64   `json:"cpu_ns,omitempty"`
	Away    int64   `json:"away_ns,omitempty"`
	Nested  int32   `json:"nested,omitempty"`
	Count   *int64  `json:"count,omitempty"`
	Index   *int32  `json:"parameter,omitempty"`
	Char    string  `json:"characterisation,omitempty"`
	Value   any     `json:"value,omitempty"`
	Weight  float64 `json:"weight,omitempty"`
}

func shownEvent(e *measure.Event) event {
	out := event{
		Event: eventNames[e.Kind], Launch: e.Launch, Thread: e.Thread, Section: e.Section, Time: e.Time,
		Wall: e.Wall, CPU: e.CPU, Away: e.Away, Nested: e.Nested, Weight: e.Weight,
	}
	switch e.Kind {
	case measure.LoopCounted:
		out.Count = &e.Count
	case measure.ParameterCaptured:
		out.Index, out.Char = &e.Index, e.Char.String()
		switch e.Value.Kind {
		case model.Number:
			out.Value = run.Finite(e.Value.Num)
		case model.Bool:
			out.Value = e.Value.Num != 0
		case model.Text:
			out.Value = e.Value.Str
		case model.None:
		}
	default:
	}
	return out
}

type observed struct {
	Element       model.ElementID `json:"element"`
	Inputs        map[string]any  `json:"inputs"`
	Value         any             `json:"value"`
	Weight        float64         `json:"weight"`
	Launch        int32           `json:"launch"`
	Seq           int64           `json:"seq"`
	ProcessorTime *bool           `json:"processor_time,omitempty"`
}

func (e *Run) exportLines(w io.Writer, only model.ElementID) error {
	if only != "" {
		if _, err := e.Element(only); err != nil {
			return err
		}
	}
	encoder := json.NewEncoder(w)
	for _, element := range e.Board.Elements() {
		if only != "" && element.ID != only {
			continue
		}
		t := e.Board.Table(element.ID)
		for row := range t.Rows() {
			line := observed{
				Element: element.ID, Inputs: map[string]any{}, Value: shownValue(&t.Target, row),
				Weight: t.Weight[row], Launch: t.Launch[row], Seq: t.Seq[row],
			}
			if element.Kind.Noisy() {
				of := e.ProcessorTimes(element.ID)
				line.ProcessorTime = &of
			}
			for i := range t.Columns {
				if v := shownValue(&t.Columns[i], row); v != nil {
					line.Inputs[t.Columns[i].Variable.String()] = v
				}
			}
			if err := encoder.Encode(line); err != nil {
				return err
			}
		}
	}
	return nil
}

func shownValue(c *model.Column, row int) any {
	x := c.Num[row]
	switch {
	case math.IsNaN(x):
		return nil
	case c.Kind == model.Bool:
		return x != 0
	case c.Kind == model.Text:
		return c.Levels[int(x)]
	}
	return x
}

// exportColumns follow the inputs and the value in a table.
var exportColumns = []string{"weight", "launch", "seq"}

func headerOf(t *model.Table) (header []string) {
	for i := range t.Columns {
		header = append(header, t.Columns[i].Variable.String())
	}
	return append(header, "value")
}

func cellsOf(of *model.Element, t *model.Table, row int) []string { return texts(valuesOf(of, t, row)) }

func texts(values []any) []string {
	all := make([]string, len(values))
	for i := range values {
		all[i] = cell(values[i])
	}
	return all
}

func valuesOf(of *model.Element, t *model.Table, row int) (values []any) {
	for i := range t.Columns {
		values = append(values, shownValue(&t.Columns[i], row))
	}
	value := shownValue(&t.Target, row)
	if i, err := strconv.Atoi(cell(value)); err == nil && of.Kind == model.Branch && i >= 0 && i < len(of.Branches) {
		value = of.Branches[i].ID // a decision is no number
	}
	return append(values, value)
}

// exported is the table of an element.
type exported struct {
	names []string
	rows  [][]any // values of the columns; nil: not observed
}

func (e *Run) table(of *model.Element, t *model.Table) exported {
	out := exported{names: append(headerOf(t), exportColumns...)}
	switch {
	case of.Kind.Noisy():
		out.names = append(out.names, csvtable.ProcessorTime)
	case t.Records != nil:
		out.names = append(out.names, csvtable.Records)
	}
	for row := range t.Rows() {
		record := append(valuesOf(of, t, row), t.Weight[row], float64(t.Launch[row]), float64(t.Seq[row]))
		switch {
		case of.Kind.Noisy():
			record = append(record, e.ProcessorTimes(of.ID))
		case t.Records != nil:
			record = append(record, t.Records[row])
		}
		out.rows = append(out.rows, record)
	}
	return out
}

// writers are the formats of a table.
var writers = map[string]func(io.Writer, exported) error{
	"csv":     writeCSV,
	"parquet": func(w io.Writer, t exported) error { return columnar.Write(w, t.names, t.rows) },
}

func writeCSV(w io.Writer, t exported) error {
	out := csv.NewWriter(w)
	_ = out.Write(t.names)
	for _, row := range t.rows {
		_ = out.Write(texts(row))
	}
	out.Flush()
	return out.Error() // that of any line
}

func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	default:
		return fmt.Sprint(v)
	}
}
