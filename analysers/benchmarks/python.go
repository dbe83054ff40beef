package benchmarks

import "strings"

// readPytest reads what pytest-benchmark writes with --benchmark-json: all rounds where they were saved
// (--benchmark-save-data), else their means.
func readPytest(data []byte) (*collector, error) {
	var file struct {
		Benchmarks []struct {
			Name     string         `json:"name"`
			FullName string         `json:"fullname"`
			Params   map[string]any `json:"params"`
			Stats    struct {
				Mean   float64   `json:"mean"`
				Rounds int       `json:"rounds"`
				Data   []float64 `json:"data"`
			} `json:"stats"`
		} `json:"benchmarks"`
	}
	if !decode(data, &file) || len(file.Benchmarks) == 0 || file.Benchmarks[0].FullName == "" {
		return nil, nil
	}
	c := &collector{}
	for _, b := range file.Benchmarks {
		name, _, _ := strings.Cut(b.Name, "[")
		inputs, values := pairs(b.Params)
		for _, time := range b.Stats.Data {
			c.add(name, "seconds", inputs, Row{Inputs: values, Value: time})
		}
		if len(b.Stats.Data) == 0 {
			c.add(name, "seconds", inputs, Row{Inputs: values, Value: b.Stats.Mean, Weight: b.Stats.Rounds})
		}
	}
	return c, nil
}
