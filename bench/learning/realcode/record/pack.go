package main

import (
	"archive/zip"
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"beagle/bench/learning/realcode"
)

type observation struct {
	Element string
	Inputs  map[string]any
	Value   float64
	Launch  int
	Seq     int
}

// pack turns all recordings into one archive for each condition.
func pack(work, data string) error {
	sections, err := realcode.Sections()
	if err != nil {
		return err
	}
	byElement := map[string]realcode.Section{}
	for _, s := range sections {
		byElement[actionID(s)+"#CPU"] = s
	}
	if err := os.MkdirAll(data, 0o755); err != nil {
		return err
	}
	for name := range conditions {
		paths, err := filepath.Glob(filepath.Join(work, "recordings", name+"-*.jsonl"))
		if err != nil {
			return err
		}
		if len(paths) == 0 {
			continue
		}
		recorded := map[string][]string{} // lines of each section's table
		var totals []string
		slices.SortFunc(paths, byPart)
		for _, p := range paths {
			part := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(p), name+"-"), ".jsonl")
			byName, err := read(p, byElement)
			if err != nil {
				return err
			}
			for _, s := range sections {
				rows := byName[s.Key()]
				if len(rows) == 0 {
					continue
				}
				totals = append(totals, total(s, part, rows)...)
				if recorded[s.Key()] == nil {
					recorded[s.Key()] = []string{"part,launch,seq,ns," + strings.Join(columns(rows), ",")}
				}
				recorded[s.Key()] = append(recorded[s.Key()], thinned(part, rows)...)
			}
		}
		path := filepath.Join(data, name+".zip")
		before, err := earlier(path, recorded)
		if err != nil {
			return err
		}
		if err := write(path, sections, recorded, append(before, totals...)); err != nil {
			return err
		}
	}
	return nil
}

// earlier adds the tables of an archive whose sections were not recorded this time.
func earlier(path string, recorded map[string][]string) (totals []string, err error) {
	archive, err := zip.OpenReader(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	again := map[string]bool{}
	for key := range recorded {
		again[key] = true
	}
	for _, f := range archive.File {
		file, err := f.Open()
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(file)
		_ = file.Close() // all of it was read
		if err != nil {
			return nil, err
		}
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		key, table := strings.CutSuffix(f.Name, ".csv")
		switch {
		case f.Name == "totals.csv":
			totals = slices.DeleteFunc(lines[1:], func(line string) bool { return again[line[:strings.Index(line, ",")]] })
		case table && !again[key]:
			recorded[key] = lines
		}
	}
	return totals, nil
}

func byPart(a, b string) int {
	number := func(path string) int {
		name := strings.TrimSuffix(filepath.Base(path), ".jsonl")
		n, err := strconv.Atoi(name[strings.LastIndex(name, "-")+1:])
		if err != nil {
			return 1 << 20
		}
		return n
	}
	if na, nb := number(a), number(b); na != nb {
		return na - nb
	}
	return strings.Compare(a, b)
}

func read(path string, byElement map[string]realcode.Section) (map[string][]observation, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	byName := map[string][]observation{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var o observation
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		s, ok := byElement[o.Element]
		if !ok {
			continue // of a section that is no longer measured
		}
		byName[s.Key()] = append(byName[s.Key()], o)
	}
	for _, rows := range byName {
		slices.SortFunc(rows, func(a, b observation) int {
			if a.Launch != b.Launch {
				return a.Launch - b.Launch
			}
			return a.Seq - b.Seq
		})
		rank, launch := 0, 0
		for i := range rows { // from 0 in each launch
			if rows[i].Launch != launch {
				rank, launch = 0, rows[i].Launch
			}
			rows[i].Seq = rank
			rank++
		}
	}
	return byName, lines.Err()
}

// total are the sums of each launch, of all calls and of those of its second half.
func total(s realcode.Section, part string, rows []observation) (lines []string) {
	for from := 0; from < len(rows); {
		to := from
		for to < len(rows) && rows[to].Launch == rows[from].Launch {
			to++
		}
		all, settled, late := 0.0, 0.0, 0
		for i, o := range rows[from:to] {
			if all += o.Value; i >= (to-from)/2 {
				settled += o.Value
				late++
			}
		}
		lines = append(lines, fmt.Sprintf("%s,%s,%d,%d,%.0f,%d,%.0f", s.Key(), part, rows[from].Launch, to-from, 1e9*all, late, 1e9*settled))
		from = to
	}
	return lines
}

// thinned keeps every third call of what is learnt from and of what is held out, of launches beyond the range the
// last quarter, which is beyond it.
func thinned(part string, rows []observation) (lines []string) {
	if len(rows) == 0 {
		return nil
	}
	perLaunch := 0
	for _, o := range rows {
		perLaunch = max(perLaunch, o.Seq+1)
	}
	for _, o := range rows {
		if part == "beyond" && o.Seq < perLaunch*3/4 || part != "beyond" && (o.Seq+o.Launch)%3 != 0 {
			continue
		}
		line := fmt.Sprintf("%s,%d,%d,%.0f", part, o.Launch, o.Seq, 1e9*o.Value)
		for _, name := range columns(rows) {
			line += "," + cell(o.Inputs[name])
		}
		lines = append(lines, line)
	}
	return lines
}

func cell(v any) string {
	switch v := v.(type) {
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case nil:
		return ""
	}
	return fmt.Sprint(v)
}

func columns(rows []observation) (names []string) {
	for name := range rows[0].Inputs {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func write(path string, sections []realcode.Section, recorded map[string][]string, totals []string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	archive := zip.NewWriter(file)
	add := func(name string, lines []string) error {
		w, err := archive.Create(name)
		if err != nil {
			return err
		}
		_, err = w.Write([]byte(strings.Join(lines, "\n") + "\n"))
		return err
	}
	for _, s := range sections {
		if lines := recorded[s.Key()]; err == nil && len(lines) > 0 {
			err = add(s.Key()+".csv", lines)
		}
	}
	if err == nil {
		err = add("totals.csv", append([]string{"section,part,launch,calls,ns,settled_calls,settled_ns"}, totals...))
	}
	if closed := archive.Close(); err == nil {
		err = closed
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}
