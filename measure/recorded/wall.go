package recorded

import (
	"fmt"
	"maps"
	"slices"

	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/model"
)

// Kieker's records and those of CIPM have one clock, the wall's. A demand for the CPU is learnt from it all the same,
// since there is nothing better, and it is said: time in which nothing was computed counts as work.

func (c *collector) wallTime(element int) {
	if measure.TimeOf(c.elements[element].Resource) == measure.Processing {
		c.wall[element] = true
	}
}

// endWall warns of demands that are wall times, which logs without CPU times leave no choice about.
func (c *collector) endWall() {
	if len(c.wall) == 0 {
		return
	}
	c.warn("recorded-wall", fmt.Sprintf("the CPU demands of %s are wall times, because the logs have no CPU time: waiting counts as work", quantity.Plural(len(c.wall), "element", "elements")),
		"where threads wait, measure: beagle run without logs tells CPU time and DELAY apart")
	for _, i := range slices.Sorted(maps.Keys(c.wall)) {
		e := &c.elements[i]
		delay := slices.IndexFunc(c.elements, func(o model.Element) bool {
			return o.PCMID == e.PCMID && o.Kind == e.Kind && measure.TimeOf(o.Resource) == measure.Waiting
		})
		if delay >= 0 && c.learnt.Seen[c.elements[delay].ID] == 0 {
			c.learnt.Problems = append(c.learnt.Problems, model.Problem{
				Severity: model.Warning, Rule: "recorded-delay", Element: c.elements[delay].ID, Name: e.Name,
				Message: "the action's CPU demand takes its whole wall time, with the DELAY, of which nothing is learnt on its own: write one of them, not both",
				Hint:    "measure it: beagle run without logs tells CPU time and DELAY apart",
			})
		}
	}
}
