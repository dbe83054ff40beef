package prepare

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"beagle/extract"
	"beagle/extract/launches"
	"beagle/measure"
	"beagle/run/project"
)

// Tests that take no longer than longSuite run whole. Of others those classes run that reach
// nearly all that they reach; about enoughTests is what these may take so that elements are
// reached by two of them. Launches that all together take no longer than longKept stay.
const (
	longSuite   = 30 * time.Second
	enoughTests = 15 * time.Second
	longKept    = 45 * time.Second
)

// fewer is the launch of the few classes of tests that reach nearly all that a long launch
// of more of them reached; false: it takes not much less. Of a launch that failed they are
// those of the classes whose tests passed, if these reached most of what it reached.
func (t *trial) fewer(one project.Tried, p part, ran []launches.Ran) (measure.Launch, bool) {
	busy := t.clock.crowded()
	whole := one.Failed == "" && !one.TooLong // it ended well
	if p.built || len(p.classes) < 2 || whole && one.Took < time.Duration(busy*float64(longSuite)) {
		return measure.Launch{}, false
	}
	passing := slices.DeleteFunc(slices.Clone(ran), func(r launches.Ran) bool { return !r.Passes() })
	if one.Failed != "" && 2*launches.Reached(passing, one.When) < len(one.When) {
		return measure.Launch{}, false
	}
	classes, took := launches.Few(passing, one.When, time.Duration(busy*float64(enoughTests)))
	if len(classes) == 0 || whole && (took > one.Took/2 || len(classes) == len(p.classes)) {
		return measure.Launch{}, false
	}
	name := fmt.Sprintf("%s, %d of %d classes", one.Launch.Name, len(classes), len(p.classes))
	t.parts[name] = part{dir: p.dir, name: p.name, classes: classes, first: p.first, few: true}
	t.tried.few[one.Launch.Name] = name
	return t.direct.Part(t.project, p.dir, name, classes), true
}

// evidence is what all launches did that were worth it, and tests until they were ended: whole
// tests show more of a program than the few of them that are measured. Those few are no evidence besides.
func (t *trial) evidence(tried []project.Tried) (did []extract.Launched) {
	shows := func(one project.Tried) bool {
		return t.good(one) || t.own || one.TooLong && one.Failed == "" && one.Reached > 0 && t.tests(one.Launch.Name)
	}
	for _, one := range t.tried.showing(tried, shows) {
		did = append(did, extract.Launched{Name: one.Launch.Name, Did: one.Did})
	}
	return did
}

// needed leaves out tests that reach only what other launches reach, too, where measuring all
// takes long, and says which.
func (t *trial) needed(kept []project.Tried) []project.Tried {
	took := time.Duration(0)
	for _, one := range kept {
		took += one.Took
	}
	if t.own || took <= longKept {
		return kept
	}
	kept = slices.Clone(kept)
	var out []string
	for i := len(kept) - 1; i >= 0; i-- {
		if t.tests(kept[i].Launch.Name) && onlyBeside(kept, i) {
			out = append(out, kept[i].Launch.Name)
			kept = slices.Delete(kept, i, i+1)
		}
	}
	if len(out) > 0 {
		t.Say("Not measured, since the others reach all of that, too: %s", strings.Join(out, ", "))
	}
	return kept
}

// tests reports whether a launch runs tests.
func (t *trial) tests(name string) bool {
	_, suite := t.parts[name]
	return suite || slices.ContainsFunc(t.found, func(f launches.Found) bool { return f.Tests != "" && f.Launch.Name == name })
}

// onlyBeside reports whether all that a launch reaches others reach, too.
func onlyBeside(all []project.Tried, i int) bool {
	for id := range all[i].When {
		others := slices.ContainsFunc(all, func(one project.Tried) bool {
			_, reached := one.When[id]
			return reached && one.Launch.Name != all[i].Launch.Name
		})
		if !others {
			return false
		}
	}
	return true
}

// timesFolder is a folder for what tests say of their times.
func timesFolder() (folder string, remove func(), err error) {
	folder, err = os.MkdirTemp("", "beagle-times-")
	return folder, func() { _ = os.RemoveAll(folder) }, err
}
