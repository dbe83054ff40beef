package run

import (
	"io"

	"beagle/measure"
	"beagle/measure/java"
)

// measurementTool is the tool that the configuration asks for.
func measurementTool(cfg Config, work string, log io.Writer) measure.Tool {
	return java.NewTool(java.Options{
		Project: cfg.Project, Sources: cfg.Sources, Build: cfg.Build, Probe: cfg.Measure.Probe, Clock: cfg.Measure.Clock,
		WorkDir: work, Kieker: cfg.Measure.Kieker, Log: log,
	})
}
