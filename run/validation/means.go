package validation

import (
	"fmt"
	"strings"

	"beagle/internal/quantity"
	"beagle/run"
)

func means(v *run.Validation) string {
	entered, brief, open := 0, 0, 0
	for i := range v.Services {
		switch s := &v.Services[i]; {
		case !s.Entry || s.Calls == 0:
			continue
		case !s.Judged():
			open++
		case s.Brief:
			brief++
		}
		entered++
	}
	if entered < 2 {
		return ""
	}
	text := strings.TrimSuffix(v.Check(), ".")
	if brief > 0 {
		text += fmt.Sprintf("; %d of the %d take hardly longer than the probes inside them and are judged by what their actions took", brief, entered-open)
	}
	if open > 0 {
		text += fmt.Sprintf("; %s cannot be judged: it is not known what probes take in them, or stand-ins did what they call", quantity.Plural(open, "service more", "services more"))
	}
	return text
}
