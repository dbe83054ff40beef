package benchmarks

import (
	"bufio"
	"bytes"
	"regexp"
	"strconv"
	"strings"
)

var (
	goLine  = regexp.MustCompile(`^Benchmark\S*\s+\d+\s+\S+ \S+`)
	goProcs = regexp.MustCompile(`-\d+$`) // how many processors there were
)

// readGo reads what "go test -bench" prints. Each metric is a benchmark of its own, but for rates, which
// follow from the times, and those that are always zero.
func readGo(data []byte) (*collector, error) {
	c := &collector{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if !goLine.MatchString(lines.Text()) {
			continue
		}
		fields := strings.Fields(lines.Text())
		parts := strings.Split(goProcs.ReplaceAllString(fields[0], ""), "/")
		name, inputs, values := split(parts[1:], "=")
		for i := 2; i+1 < len(fields); i += 2 {
			value, err := strconv.ParseFloat(fields[i], 64)
			unit := fields[i+1]
			if err != nil || strings.HasSuffix(unit, "/s") || value == 0 {
				continue
			}
			value, unit = ofScore(value, unit)
			c.add(strings.Join(append([]string{strings.TrimPrefix(parts[0], "Benchmark")}, name...), "/"), unit, inputs, Row{Inputs: values, Value: value})
		}
	}
	if len(c.all) == 0 {
		return nil, nil
	}
	return c, lines.Err()
}
