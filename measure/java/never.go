package java

import (
	"fmt"
	"maps"
	"slices"

	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/measure/java/probe"
	"beagle/model"
)

// never warns of sections of which sampling recorded no execution, though they ran: a decision that is taken three times in
// a hundred thousand executions would otherwise seem never to be taken.
func (p *preparation) never(decoder *probe.Decoder) (problems []model.Problem) {
	never := decoder.Never()
	for _, id := range slices.Sorted(maps.Keys(never)) {
		if int(id) >= len(decoder.Table) || decoder.Table[id].Kind != probe.Section {
			continue
		}
		section := &p.order.Sections[decoder.Table[id].Index]
		key := fmt.Sprint("never ", id)
		if p.told[key] {
			continue
		}
		if p.told == nil {
			p.told = map[string]bool{}
		}
		p.told[key] = true
		what := "this ran"
		if section.Kind == measure.Transition {
			what = fmt.Sprintf("transition %d was taken", section.Branch+1)
		}
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "never-recorded", Element: section.Element, File: section.Code.File,
			Message: fmt.Sprintf("in a launch %s %s, in executions that sampling left out each time: learning knows nothing of these", what, quantity.Plural(int(never[id]), "time", "times")),
			Hint:    fmt.Sprintf("give the launch env: {%s: \"1000000\"}, so that as many executions of a service are recorded one by one", probe.EnvFull),
		})
	}
	return problems
}
