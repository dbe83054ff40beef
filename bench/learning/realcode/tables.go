package realcode

import (
	"archive/zip"
	"bytes"
	"embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"

	"beagle/model"
)

//go:embed all:data
var data embed.FS

// Conditions are how busy the machine was; README.md says more.
var Conditions = []string{"quiet", "busy", "throttled"}

// Table is what was recorded of one section under one condition.
type Table struct {
	Section Section        // that was measured
	Columns []model.Column // the recorded parameters, one value a row
	Seconds []float64      // measured time of each row
	Part    []string       // number of the campaign, "held" or "beyond" the range
	Launch  []int32        // within the part
	Seq     []int64        // number of the call within the launch, from 0
}

// Read reads the tables of a condition; none where nothing was recorded under it.
func Read(condition string) ([]Table, error) {
	packed, err := data.ReadFile("data/" + condition + ".zip")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // not recorded
	}
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", condition, err)
	}
	sections, err := Sections()
	if err != nil {
		return nil, err
	}
	var all []Table
	for _, s := range sections {
		file, err := archive.Open(s.Key() + ".csv")
		if err != nil {
			continue // a section that was not recorded
		}
		t, err := read(file)
		if err != nil {
			return nil, fmt.Errorf("%s of %s: %w", s.Key(), condition, err)
		}
		t.Section = s
		all = append(all, t)
	}
	return all, nil
}

func read(file io.ReadCloser) (t Table, err error) {
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return t, err
	}
	for _, name := range records[0][4:] {
		v, err := model.ParseVariable(name)
		if err != nil {
			return t, err
		}
		t.Columns = append(t.Columns, model.Column{Variable: v, Kind: model.Number})
	}
	for i, r := range records[1:] {
		launch, e1 := strconv.Atoi(r[1])
		seq, e2 := strconv.ParseInt(r[2], 10, 64)
		ns, e3 := strconv.ParseFloat(r[3], 64)
		if e1 != nil || e2 != nil || e3 != nil {
			return t, fmt.Errorf("line %d is no row: %q", i+2, r)
		}
		t.Part, t.Launch, t.Seq, t.Seconds = append(t.Part, r[0]), append(t.Launch, int32(launch)), append(t.Seq, seq), append(t.Seconds, 1e-9*ns)
		for j := range t.Columns {
			c, x := &t.Columns[j], 0.0
			switch word := r[4+j]; word {
			case "true", "false":
				if c.Kind = model.Bool; word == "true" {
					x = 1
				}
			default:
				if x, err = strconv.ParseFloat(word, 64); err != nil {
					return t, fmt.Errorf("line %d: %w", i+2, err)
				}
			}
			c.Num = append(c.Num, x)
		}
	}
	return t, nil
}
