package benchmarks

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"
)

// readJMH reads what JMH writes with -rf json: all iterations of all forks.
func readJMH(data []byte) (*collector, error) {
	var file []struct {
		Version   string         `json:"jmhVersion"`
		Benchmark string         `json:"benchmark"`
		Mode      string         `json:"mode"`
		Params    map[string]any `json:"params"`
		Metric    struct {
			Score float64     `json:"score"`
			Unit  string      `json:"scoreUnit"`
			Raw   [][]float64 `json:"rawData"`
		} `json:"primaryMetric"`
	}
	if !decode(data, &file) || len(file) == 0 || file[0].Benchmark == "" || file[0].Mode == "" {
		return nil, nil
	}
	c, launch := &collector{}, 0
	for _, b := range file {
		inputs, values := pairs(b.Params)
		if len(b.Metric.Raw) == 0 { // a histogram of samples
			b.Metric.Raw = [][]float64{{b.Metric.Score}}
		}
		for _, iterations := range b.Metric.Raw { // of a fork each
			launch++
			for _, score := range iterations {
				value, unit := ofScore(score, b.Metric.Unit)
				c.add(nameOfMode(b.Benchmark, b.Mode), unit, inputs, Row{Inputs: values, Value: value, Launch: launch})
			}
		}
	}
	return c, nil
}

// readJMHTable reads what JMH writes with -rf csv: the mean of each benchmark.
func readJMHTable(data []byte) (*collector, error) {
	if !bytes.HasPrefix(data, []byte(`"Benchmark","Mode","Threads","Samples","Score"`)) {
		return nil, nil
	}
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, err
	}
	const before = 7 // columns before those of the parameters
	c := &collector{}
	for _, line := range lines[1:] {
		score, err := strconv.ParseFloat(strings.ReplaceAll(line[4], ",", "."), 64) // it is written by the user's locale
		if err != nil {
			continue // it was not measured
		}
		samples, _ := strconv.Atoi(line[3])
		var inputs, values []string
		for i := before; i < len(line); i++ {
			if line[i] != "" { // a parameter of other benchmarks
				inputs, values = append(inputs, strings.TrimPrefix(lines[0][i], "Param: ")), append(values, line[i])
			}
		}
		value, unit := ofScore(score, line[6])
		c.add(nameOfMode(line[0], line[1]), unit, inputs, Row{Inputs: values, Value: value, Weight: samples})
	}
	return c, nil
}

// nameOfMode is a benchmark's name; the usual modes, which both say the time of one operation, are not told.
func nameOfMode(name, mode string) string {
	if mode == "thrpt" {
		return name + " by throughput" // a mean of rates is none of times: told apart from the others
	}
	return name
}

// ofScore is a score in seconds an operation, where it is a time or a rate.
func ofScore(score float64, unit string) (float64, string) {
	if time, ok := strings.CutSuffix(unit, "/op"); ok && seconds(time) > 0 {
		return score * seconds(time), "seconds"
	}
	if time, ok := strings.CutPrefix(unit, "ops/"); ok && seconds(time) > 0 {
		return seconds(time) / score, "seconds"
	}
	return score, unit
}
