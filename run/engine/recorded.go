package engine

import (
	"beagle/measure"
	"beagle/measure/recorded"
	"beagle/run/project"
)

// recordedLogs is where an analysis of recorded logs has its measurements
// from; nil for others.
func recordedLogs(p *project.Project, timeout *measure.Timeout) (measurer, error) {
	if !p.Config.Recorded() {
		return nil, nil
	}
	from, err := p.Logs()
	return &recorded.Measurer{Source: from, Timeout: timeout}, err
}
