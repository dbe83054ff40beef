package prepare

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/run/project"
)

// leftOut ends what is said of a launch that is not repeated.
const leftOut = ": left out"

func (r *round) worth(one project.Tried) (how string, good bool) {
	how = fmt.Sprintf("reached %d of %d elements in %s", one.Reached(), one.Of, quantity.Seconds(one.Took.Seconds()))
	if len(one.Without) > 0 {
		how += " and failed with " + saidOf(one.Without)
	}
	name := one.Launch.Name
	_, builds := r.ways.instead(one)
	switch {
	case one.TooLong:
		return how + " and had not ended" + leftOut, false
	case builds:
		return how + " and failed without the build (" + one.Failed + "): tried with it", false
	case one.Failed != "":
		return how + " and failed (" + one.Failed + ")" + leftOut, false
	case r.wants(one):
		return how + " and says how it is used: it wants arguments" + leftOut, false
	case one.Reached() == 0 && one.Cause != "":
		return how + ", since it ran no service of a component, and said \"" + one.Cause + "\"" + leftOut, false
	case one.Reached() == 0 && one.Last != "" && r.ways.reads(name): // it may want other arguments
		return how + ", since it ran no service of a component, and said \"" + one.Last + "\"" + leftOut, false
	case one.Reached() == 0:
		return how + ", since it ran no service of a component" + leftOut, false
	}
	return how, true
}

func (r *round) good(one project.Tried) bool {
	_, good := r.worth(one)
	return good
}

// usage is in what programs print that want other arguments.
var usage = regexp.MustCompile(`(?im)^\W*usage\b`)

func (r *round) wants(one project.Tried) bool {
	return usage.MatchString(one.Output) && r.ways.reads(one.Launch.Name)
}

func saidOf(values map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		all = append(all, name+" = "+values[name])
	}
	return strings.Join(all, ", ")
}
