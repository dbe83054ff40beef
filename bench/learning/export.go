package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

func (t *table) folder(dir string) string {
	s := t.setting
	return filepath.Join(dir, fmt.Sprintf("%s-%s-%g", s.suite, s.design, s.noise), fmt.Sprintf("%s-%d", strings.ReplaceAll(t.problem.name, " ", "-"), t.seed))
}

// export writes a table as files that other programs can learn from.
func (t *table) export(dir string) error {
	dir = t.folder(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, part := range map[string]struct {
		points [][]float64
		y      []float64
	}{"train": {t.train, t.y}, "inside": {t.inside, t.right(t.inside, func(r *recorded) []float64 { return r.inside })}, "beyond": {t.beyond, t.right(t.beyond, func(r *recorded) []float64 { return r.beyond })}} {
		if err := t.write(filepath.Join(dir, name+".csv"), part.points, part.y); err != nil {
			return err
		}
	}
	matters := map[string]bool{}
	for j, in := range t.inputs {
		matters[in.name] = t.real != nil || t.matters(j) // of real code the forms say it
	}
	meta, err := json.Marshal(map[string]any{
		"problem": t.problem.name, "family": t.problem.family, "seed": t.seed,
		"noise": t.setting.noise, "matters": matters, "decision": t.setting.decides(),
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "meta.json"), meta, 0o644)
}

func (t *table) write(path string, points [][]float64, y []float64) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w := csv.NewWriter(file)
	record := make([]string, len(t.inputs)+1)
	for j, in := range t.inputs {
		record[j] = in.name
	}
	record[len(t.inputs)] = "y"
	if err := w.Write(record); err != nil {
		return err
	}
	for i, x := range points {
		for j, in := range t.inputs {
			switch {
			case in.flag:
				record[j] = fmt.Sprint(x[j] == 1)
			case in.levels != nil:
				record[j] = in.levels[int(x[j])]
			default:
				record[j] = strconv.FormatFloat(x[j], 'g', -1, 64)
			}
		}
		record[len(t.inputs)] = strconv.FormatFloat(y[i], 'g', -1, 64)
		if err := w.Write(record); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}
