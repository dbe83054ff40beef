package benchmarks

import (
	"io/fs"
	"path"
	"strings"
)

// readCriterion reads the folder target/criterion: the last samples of each benchmark, of which each is the
// time of some iterations.
func readCriterion(tree fs.FS) (*collector, error) {
	const most = 10_000 // benchmarks
	c, found := &collector{}, 0
	err := fs.WalkDir(tree, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Base(file) != "benchmark.json" || path.Base(path.Dir(file)) != "new" {
			return err
		}
		if found++; found > most {
			return fs.SkipAll
		}
		var about struct {
			Group    string `json:"group_id"`
			Function string `json:"function_id"`
			Value    string `json:"value_str"`
		}
		var sample struct {
			Iterations []float64 `json:"iters"`
			Times      []float64 `json:"times"` // nanoseconds of all iterations
		}
		if !readAll(tree, file, &about) || !readAll(tree, path.Join(path.Dir(file), "sample.json"), &sample) {
			return nil
		}
		name := strings.Trim(about.Group+"/"+about.Function, "/")
		var inputs, values []string
		if about.Value != "" {
			inputs, values = []string{"n"}, []string{about.Value}
			if !numeric(about.Value) {
				inputs[0] = "input"
			}
		}
		for i := range min(len(sample.Iterations), len(sample.Times)) {
			if sample.Iterations[i] > 0 {
				c.add(name, "seconds", inputs, Row{Inputs: values, Value: sample.Times[i] / sample.Iterations[i] * 1e-9})
			}
		}
		return nil
	})
	if err != nil || len(c.all) == 0 {
		return nil, err
	}
	return c, nil
}
