package project

import (
	"cmp"
	"io"

	"beagle/measure"
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
		WorkDir: work, Kieker: cfg.Measure.Kieker, Log: log, Delivery: Delivery(&cfg), Launches: cfg.Launch,
	}), nil
}

// Delivery is how probes get into the program, where somebody chose; else empty.
func Delivery(c *run.Config) string {
	if c.Measure.Delivery == "auto" {
		return ""
	}
	return c.Measure.Delivery
}
