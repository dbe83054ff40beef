package benchmarks

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
)

// googleRun is one line of Google Benchmark's results.
type googleRun struct {
	Name        string  `json:"name"`
	RunName     string  `json:"run_name"`
	RunType     string  `json:"run_type"`
	Aggregate   string  `json:"aggregate_name"`
	Repetitions int     `json:"repetitions"`
	Repetition  int     `json:"repetition_index"`
	Real        float64 `json:"real_time"`
	CPU         float64 `json:"cpu_time"`
	Unit        string  `json:"time_unit"`
	Failed      bool    `json:"error_occurred"`
}

// readGoogle reads what Google Benchmark writes with --benchmark_format=json.
func readGoogle(data []byte) (*collector, error) {
	var file struct {
		Benchmarks []googleRun `json:"benchmarks"`
	}
	if !decode(data, &file) || len(file.Benchmarks) == 0 || file.Benchmarks[0].RunName == "" {
		return nil, nil
	}
	each := slices.ContainsFunc(file.Benchmarks, func(r googleRun) bool { return r.RunType == "iteration" })
	c := &collector{}
	for _, r := range file.Benchmarks {
		switch {
		case r.Failed:
		case r.RunType == "iteration":
			r.add(c, r.RunName, 1)
		case !each && r.Aggregate == "mean": // the others sum up the same measurements
			r.add(c, r.RunName, r.Repetitions)
		}
	}
	return c, nil
}

// readGoogleTable reads what Google Benchmark writes with --benchmark_format=csv; lines about the machine
// may stand above.
func readGoogleTable(data []byte) (*collector, error) {
	at := bytes.Index(data, []byte("name,iterations,real_time,cpu_time,time_unit"))
	if at < 0 || at > 0 && data[at-1] != '\n' {
		return nil, nil
	}
	reader := csv.NewReader(bytes.NewReader(data[at:]))
	reader.FieldsPerRecord = -1
	lines, err := reader.ReadAll()
	if err != nil {
		return nil, err
	}
	summaries := []string{"_BigO", "_RMS", "_mean", "_median", "_stddev", "_cv", "_min", "_max"}
	each := slices.ContainsFunc(lines[1:], func(line []string) bool {
		return !slices.ContainsFunc(summaries, func(end string) bool { return strings.HasSuffix(line[0], end) })
	})
	c := &collector{}
	for _, line := range lines[1:] {
		if len(line) < 5 {
			continue
		}
		name, weight := line[0], 1
		if slices.ContainsFunc(summaries, func(end string) bool { return strings.HasSuffix(name, end) }) {
			if each || !strings.HasSuffix(name, "_mean") {
				continue
			}
			name = strings.TrimSuffix(name, "_mean")
		}
		r := googleRun{Unit: line[4]}
		var noReal, noCPU error
		r.Real, noReal = strconv.ParseFloat(line[2], 64)
		r.CPU, noCPU = strconv.ParseFloat(line[3], 64)
		if noReal == nil && noCPU == nil { // else it failed
			r.add(c, name, weight)
		}
	}
	return c, nil
}

// add takes a run in: its processor time, unless the benchmark says that another one counts. Settings of
// the tool in its name are no inputs.
func (r *googleRun) add(c *collector, runName string, weight int) {
	time := r.CPU
	var parts []string
	for i, part := range strings.Split(runName, "/") {
		setting, _, _ := strings.Cut(part, ":")
		switch {
		case i > 0 && (part == "real_time" || part == "manual_time"):
			time = r.Real
		case i > 0 && (part == "process_time" || slices.Contains([]string{"iterations", "repeats", "min_time", "min_warmup_time"}, setting)):
		default:
			parts = append(parts, part)
		}
	}
	name, inputs, values := split(parts[1:], ":")
	c.add(strings.Join(append(parts[:1], name...), "/"), "seconds", inputs, Row{Inputs: values, Value: time * max(seconds(r.Unit), 1e-9), Weight: weight})
}
