package project

import (
	"fmt"

	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/run"
)

// Plan says in words, a line each, which launches the analysis will make.
func Plan(c *run.Config) []string {
	switch {
	case c.Recorded():
		return nil
	case !c.Launches():
		return []string{quantity.Plural(len(c.Launch), "file of records is", "files of records are") + " read, each as a launch; nothing is built or started"}
	}
	launches := quantity.Plural(len(measure.Plan(c.Launch)), "launch", "launches")
	lines := []string{launches + ": counts, branches, arguments and times"}
	if n := len(c.Launch); n > 1 && !empty(&c.Select) {
		lines[0] += "; each of the " + quantity.Plural(n, "configuration", "configurations") + " once, since which of them reach what is selected shows only when they run"
	}
	if c.Measure.Precision > 0 && c.Measure.Launches != 1 && c.Measure.Budget > 0 {
		most := ""
		if c.Measure.Launches > 0 {
			most = fmt.Sprintf("%d of each, ", c.Measure.Launches)
		}
		lines = append(lines, fmt.Sprintf("then more launches while precision still improves, until each demand is within ±%s%s: at most %s%s in all",
			quantity.Percent(c.Measure.Precision), campaign.AtLeast(c.Measure.Precision), most, c.Measure.Budget))
	}
	return lines
}
