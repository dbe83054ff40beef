package predict

import (
	"bytes"
	"os"
	"path/filepath"

	"beagle/internal/safe"
	"beagle/model"
)

// responseTimes are the metrics that a monitor repository must name, both, so that SimuLizar records response times:
// the time itself, and it beside the point in time.
var responseTimes = [...]string{"_mZb3MdoLEeO-WvSDaR6unQ", "_6rYmYs7nEeOX_4BzImuHbA"}

const maxMonitors = 16 << 20

// unrecorded warns of the monitor repositories beside a model with which SimuLizar would simulate and record no
// response time.
func unrecorded(files []string) (problems []model.Problem) {
	seen := map[string]bool{}
	for _, file := range files {
		dir := filepath.Dir(file)
		if seen[dir] {
			continue
		}
		seen[dir] = true
		entries, _ := os.ReadDir(dir) // what cannot be listed is not beside
		for _, e := range entries {
			path := filepath.Join(dir, e.Name())
			if filepath.Ext(path) != ".monitorrepository" || e.IsDir() {
				continue
			}
			content, err := safe.ReadFile(path, maxMonitors)
			if err != nil {
				continue // it is no part of what is predicted from
			}
			for _, metric := range responseTimes {
				if !bytes.Contains(content, []byte(metric)) {
					problems = append(problems, model.Problem{
						Severity: model.Warning, Rule: "monitors", File: path, Line: 1,
						Message: "no monitor has the metric " + metric + ": SimuLizar records no response times without it",
						Hint:    "add a measurement specification with this metric description to the monitor of the response time",
					})
				}
			}
		}
	}
	return problems
}
