package prepare

import (
	"fmt"
	"slices"
	"time"

	"beagle/extract/launches"
	"beagle/measure"
	"beagle/run/project"
)

// Tests that take no longer than longSuite run whole. Of others those classes run that reach
// nearly all that they reach; about enoughTests is what these may take so that elements are
// reached by two of them.
const (
	longSuite   = 30 * time.Second
	enoughTests = 15 * time.Second
)

// fewer is the launch of the few classes of tests that reach nearly all that a long launch
// of more of them reached; false: it takes not much less. Of a launch that failed they are
// those of the classes whose tests passed, if these reached most of what it reached.
func (w *ways) fewer(one project.Tried, p part, ran []launches.Ran, crowded float64) (measure.Launch, bool) {
	whole := one.Failed == "" && !one.TooLong // it ended well
	if p.few || p.built || len(p.classes) < 2 || whole && one.Took < time.Duration(crowded*float64(longSuite)) {
		return measure.Launch{}, false
	}
	passing := slices.DeleteFunc(slices.Clone(ran), func(r launches.Ran) bool { return !r.Passes() })
	if one.Failed != "" && 2*launches.Reached(passing, one.When) < len(one.When) {
		return measure.Launch{}, false
	}
	classes, took := launches.Few(passing, one.When, time.Duration(crowded*float64(enoughTests)))
	if len(classes) == 0 || whole && (took > one.Took/2 || len(classes) == len(p.classes)) {
		return measure.Launch{}, false
	}
	name := fmt.Sprintf("%s, %d of %d classes", one.Launch.Name, len(classes), len(p.classes))
	w.parts[name] = part{dir: p.dir, name: p.name, classes: classes, first: p.first, few: true}
	return w.direct.Part(w.project, p.dir, name, classes), true
}
