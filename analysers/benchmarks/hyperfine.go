package benchmarks

import (
	"maps"
	"slices"
	"strings"
)

// readHyperfine reads what hyperfine writes with --export-json: all runs of all commands.
func readHyperfine(data []byte) (*collector, error) {
	var file struct {
		Results []struct {
			Command    string         `json:"command"`
			Mean       float64        `json:"mean"`
			Times      []float64      `json:"times"`
			Parameters map[string]any `json:"parameters"`
		} `json:"results"`
	}
	if !decode(data, &file) || len(file.Results) == 0 || file.Results[0].Command == "" {
		return nil, nil
	}
	shared := map[string]int{} // how many results a command with {n} in it may be of
	candidates := make([][]string, len(file.Results))
	for i, r := range file.Results {
		candidates[i] = commands(r.Command, r.Parameters)
		for _, one := range candidates[i] {
			shared[one]++
		}
	}
	c := &collector{}
	for i, r := range file.Results {
		name := slices.MaxFunc(candidates[i], func(a, b string) int { return shared[a] - shared[b] })
		inputs, values := pairs(r.Parameters)
		if len(r.Times) == 0 {
			r.Times = []float64{r.Mean}
		}
		for _, time := range r.Times {
			c.add(name, "seconds", inputs, Row{Inputs: values, Value: time})
		}
	}
	return c, nil
}

// commands lists the command templates that may have given a command. hyperfine keeps the command that it ran
// and not its template: with n = 1, "seq 1 100" may come from "seq {n} 100", "seq 1 {n}00" or "seq {n} {n}00".
func commands(text string, parameters map[string]any) []string {
	const most = 256
	all := map[string]bool{text: true}
	for name, value := range parameters {
		value := textOf(value)
		if value == "" {
			continue
		}
		next := map[string]bool{}
		for one := range all {
			parts := strings.Split(one, value)
			grown := map[string]bool{parts[0]: true}
			for _, part := range parts[1:] {
				more := map[string]bool{}
				for start := range grown {
					more[start+"{"+name+"}"+part] = true
					if len(next)+len(more) < most {
						more[start+value+part] = true
					}
				}
				grown = more
			}
			maps.Copy(next, grown)
		}
		all = next
	}
	return slices.Sorted(maps.Keys(all))
}
