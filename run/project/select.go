package project

import (
	"fmt"
	"slices"

	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/model"
	"beagle/run"
)

func empty(s *run.Selection) bool {
	return len(s.Components) == 0 && len(s.Services) == 0 && len(s.Elements) == 0
}

func wants(s *run.Selection, e *model.Element) bool {
	return has(s, e) && (!s.Unlearnt || e.Unlearnt())
}

func has(s *run.Selection, e *model.Element) bool {
	return empty(s) ||
		slices.Contains(s.Components, e.Component) ||
		slices.Contains(s.Services, e.Service) || slices.Contains(s.Services, e.SEFF) ||
		slices.Contains(s.Elements, string(e.ID)) || slices.Contains(s.Elements, e.PCMID)
}

// choose picks the elements to be measured: those that the selection names and that are linked.
func (p *Project) choose(s run.Selection) {
	p.Chosen = nil
	for i := range p.Elements {
		if e := &p.Elements[i]; wants(&s, e) && (e.Linked() || p.Config.Recorded()) {
			p.Chosen = append(p.Chosen, *e)
		}
	}
	unknown := func(key string, names []string, known func(*model.Element, string) bool) {
		for _, name := range names {
			if !slices.ContainsFunc(p.Elements, func(e model.Element) bool { return known(&e, name) }) {
				p.warn("selection", "", fmt.Sprintf("select.%s names %q, which the model does not have", key, name),
					"beagle pcm list shows components, services and elements")
			}
		}
	}
	unknown("components", s.Components, func(e *model.Element, name string) bool { return e.Component == name })
	unknown("services", s.Services, func(e *model.Element, name string) bool { return e.Service == name || e.SEFF == name })
	unknown("elements", s.Elements, func(e *model.Element, name string) bool { return string(e.ID) == name || e.PCMID == name })
}

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
