package run

import (
	"io"

	"beagle/measure"
	"beagle/measure/java"
)

// measurementTool makes the tool that the configuration asks for. It is a
// variable so that tests need no Java.
var measurementTool = func(cfg Config, work string, log io.Writer) measure.Tool {
	return java.NewTool(java.Options{
		Project: cfg.Project, Sources: cfg.Sources, Build: cfg.Build, Probe: cfg.Measure.Probe, Clock: cfg.Measure.Clock,
		WorkDir: work, Kieker: cfg.Measure.Kieker, Log: log,
	})
}
