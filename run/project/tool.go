package project

import (
	"cmp"
	"io"

	"beagle/measure"
	"beagle/measure/java"
	"beagle/model"
	"beagle/run"
)

// NewTool makes the tool that the configuration asks for. It is a variable so
// that tests need no Java.
var NewTool = func(cfg run.Config, work string, log io.Writer) (measure.Tool, error) {
	kind, err := measure.Tools.Get(cmp.Or(cfg.Measure.Tool, measure.DefaultTool))
	if err != nil {
		return nil, model.Problem{Severity: model.Error, Rule: "tool", Message: "measure.tool: " + err.Error(), Hint: "beagle tools lists them"}
	}
	return kind.New(measure.ToolOptions{
		Project: cfg.Project, Sources: cfg.Sources, Build: cfg.Build, Probe: cfg.Measure.Probe, Clock: cfg.Measure.Clock,
		WorkDir: work, Kieker: cfg.Measure.Kieker, Log: log, Delivery: delivery(&cfg), Launches: cfg.Launch,
	}), nil
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
