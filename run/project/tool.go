package project

import (
	"io"

	"beagle/measure"
	"beagle/measure/java"
	"beagle/run"
)

// measurementTool makes the tool that the configuration asks for. It is a
// variable so that tests need no Java.
var NewTool = func(cfg run.Config, work string, log io.Writer) measure.Tool {
	return java.NewTool(java.Options{
		Project: cfg.Project, Sources: cfg.Sources, Build: cfg.Build, Probe: cfg.Measure.Probe, Clock: cfg.Measure.Clock,
		WorkDir: work, Kieker: cfg.Measure.Kieker, Log: log, Delivery: delivery(&cfg), Launches: cfg.Launch,
	})
}

func delivery(c *run.Config) string {
	if c.Measure.Delivery == "auto" {
		return ""
	}
	return c.Measure.Delivery
}

// Delivery says how probes will get into the program, and why, as far as files
// tell; nothing is run.
func (p *Project) Delivery() (java.Choice, error) {
	cfg := &p.Config
	return java.Choose(java.Options{
		Project: cfg.Project, Build: cfg.Build, Delivery: delivery(cfg), Launches: cfg.Launch,
	}, p.Order)
}
