package run

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"beagle/model"
)

// Export writes the measurements that a run keeps: as "jsonl", one observation
// a line, of all elements or of the one given; or as "csv", the table of one
// element, as "beagle fit" reads it. Rows that stand for several observations
// say so in their weight.
func Export(w io.Writer, id, format string, element model.ElementID) error {
	f, err := findFolder(id)
	if err != nil {
		return err
	}
	e, err := openEnded(f)
	if err != nil {
		return err
	}
	defer e.Close()
	out := bufio.NewWriter(w)
	switch format {
	case "jsonl":
		err = e.exportLines(out, element)
	case "csv":
		var of *model.Element
		if of, err = e.element(element); err == nil {
			err = exportTable(out, of, e.board.Table(element))
		}
	default:
		err = fmt.Errorf("there is no format %q: write jsonl or csv", format)
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// observed is one line of an export.
type observed struct {
	Element model.ElementID `json:"element"`
	Inputs  map[string]any  `json:"inputs"`
	Value   any             `json:"value"`
	Weight  float64         `json:"weight"`
	Launch  int32           `json:"launch"`
	Seq     int64           `json:"seq"`
}

func (e *ended) exportLines(w io.Writer, only model.ElementID) error {
	if only != "" {
		if _, err := e.element(only); err != nil {
			return err
		}
	}
	encoder := json.NewEncoder(w)
	for _, element := range e.board.Elements() {
		if only != "" && element.ID != only {
			continue
		}
		t := e.board.Table(element.ID)
		for row := range t.Rows() {
			line := observed{
				Element: element.ID, Inputs: map[string]any{}, Value: shownValue(&t.Target, row),
				Weight: t.Weight[row], Launch: t.Launch[row], Seq: t.Seq[row],
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

// shownValue is a cell as JSON shows it; nil: not observed.
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

// The columns of a table that are no inputs.
var exportColumns = []string{"value", "weight", "launch", "seq"}

func exportTable(w io.Writer, e *model.Element, t *model.Table) error {
	out := csv.NewWriter(w)
	header := make([]string, 0, len(t.Columns)+len(exportColumns))
	for i := range t.Columns {
		header = append(header, t.Columns[i].Variable.String())
	}
	if err := out.Write(append(header, exportColumns...)); err != nil {
		return err
	}
	for row := range t.Rows() {
		record := make([]string, 0, cap(header))
		for i := range t.Columns {
			record = append(record, cell(shownValue(&t.Columns[i], row)))
		}
		value := cell(shownValue(&t.Target, row))
		if i, err := strconv.Atoi(value); err == nil && e.Kind == model.Branch && i >= 0 && i < len(e.Branches) {
			value = e.Branches[i].ID // a decision is no number
		}
		record = append(record, value, cell(t.Weight[row]), cell(float64(t.Launch[row])), cell(float64(t.Seq[row])))
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
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
