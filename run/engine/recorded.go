package engine

import (
	"beagle/measure"
	"beagle/measure/kieker/recorded"
	"beagle/run/project"
)

// recordedLogs is where an analysis of recorded logs has its measurements
// from; nil for others.
func recordedLogs(p *project.Project, timeout *measure.Timeout) measurer {
	if !p.Config.Recorded() {
		return nil
	}
	return &recorded.Measurer{Paths: p.Config.Measure.Logs, Entries: p.Entries, Model: p.Elements, Timeout: timeout}
}
