package folder

import (
	"fmt"

	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/model"
	"beagle/run"
)

const (
	readsShort = 2   // the first schema whose Beagle read the short demands of all probes
	readBefore = 512 // probes, of which older ones did
)

// Doubts are what is wrong with the measurements of a run because of the Beagle that made them: nothing else
// tells, when an old run is looked at, that a newer one measures something else.
func (b *Beginning) Doubts() []model.Problem {
	m := &b.Config.Measure
	if b.Oldest >= readsShort || b.Config.Recorded() || m.Probe == "kieker" || m.Tool != "" && m.Tool != measure.DefaultTool {
		return nil
	}
	order, _ := measure.NewOrder(b.Elements, b.Entries)
	lost := 0
	for i := range order.Sections { // a section's probe has its number
		if i >= readBefore && order.Sections[i].Kind == measure.Demand {
			lost++
		}
	}
	if lost == 0 {
		return nil
	}
	hint := "measure again: beagle run"
	if len(m.Records) > 0 {
		hint = "learn from the records again, which hold them: beagle run"
	}
	return []model.Problem{{
		Severity: model.Warning, Rule: run.Outdated, Hint: hint,
		Message: fmt.Sprintf("a Beagle from before 26 November 2026 measured this, and lost short executions of %s: their values, and times around them, are wrong", quantity.Plural(lost, "demand", "demands")),
	}}
}
