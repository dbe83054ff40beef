package project

import (
	"cmp"
	"io"
	"slices"

	"beagle/judge"
	"beagle/measure"
	"beagle/measure/launch"
	"beagle/model"
	"beagle/run"
)

// NewTool makes the tool that the configuration asks for; elsewhere runs launches on other machines, nil where that
// is not wanted. It is a variable so that tests need no Java.
var NewTool = func(cfg run.Config, work string, log io.Writer, elsewhere launch.Elsewhere) (measure.Tool, error) {
	kind, err := measure.Tools.Get(cmp.Or(cfg.Measure.Tool, measure.DefaultTool))
	if err != nil {
		return nil, model.Problem{Severity: model.Error, Rule: "tool", Message: "measure.tool: " + err.Error(), Hint: "beagle tools lists them"}
	}
	return kind.New(measure.ToolOptions{
		Project: cfg.Project, Sources: cfg.Sources, Build: cfg.Build, Probe: cfg.Measure.Probe, Clock: cfg.Measure.Clock,
		WorkDir: work, Kieker: cfg.Measure.Kieker, Log: log, Delivery: Delivery(&cfg), Launches: cfg.Launch, Elsewhere: elsewhere,
	}), nil
}

// Delivery is how probes get into the program, where somebody chose; else empty.
func Delivery(c *run.Config) string {
	if c.Measure.Delivery == "auto" {
		return ""
	}
	return c.Measure.Delivery
}

// Tool is the id of the measurement tool that the linked sources ask for: the one
// that was chosen, unless that measures none of them and another one does.
func (p *Project) Tool(id string) string {
	chosen, err := measure.Tools.Get(id)
	if err != nil || chosen.Suffixes == nil || len(p.Order.Sections) == 0 || p.measuredBy(chosen) {
		return id
	}
	for _, other := range measure.Tools.IDs() {
		if kind, err := measure.Tools.Get(other); err == nil && p.measuredBy(kind) {
			return other
		}
	}
	return id
}

func (p *Project) measuredBy(kind measure.ToolKind) bool {
	return slices.ContainsFunc(p.Order.Sections, func(s measure.Section) bool { return kind.Measures(s.Code.File) })
}

// Fitness reads the user's own measure.
func Fitness(text string) (*judge.Formula, error) {
	formula, err := judge.ParseFormula(text)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, Rule: "fitness", Message: err.Error(), Hint: "correct judge.fitness in beagle.yaml"}
	}
	return formula, nil
}
