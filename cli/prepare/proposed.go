package prepare

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"beagle/extract/launches"
	"beagle/measure"
)

// What is tried of what was found: so many launches, of which so many are classes
// with main where there are tests; each for so long.
const (
	maxTrials   = 8
	maxMains    = 4
	trialWithin = 90 * time.Second
	mostTold    = 4 // names in a message
)

// proposed are the launches that are tried where nobody has named any: no servers, which
// somebody has to use, and single classes of tests only where all of them take too long. Of the
// tests of many modules those with most classes are tried: they come in the order of their folders.
func proposed(found []launches.Found) (all []measure.Launch) {
	classes := map[string]int{} // by module
	for _, f := range found {
		if f.Tests != "" && f.Single {
			classes[f.Tests]++
		}
	}
	tests := slices.ContainsFunc(found, func(f launches.Found) bool { return f.Tests != "" })
	mains := 0
	var suites []launches.Found
	for _, f := range found {
		switch {
		case f.Server, f.Single:
		case f.Tests == "" && (mains < maxMains || !tests):
			if mains++; mains <= maxTrials {
				all = append(all, f.Launch)
			}
		case f.Tests != "":
			suites = append(suites, f)
		}
	}
	largest := slices.Clone(suites)
	slices.SortStableFunc(largest, func(a, b launches.Found) int { return cmp.Compare(classes[b.Tests], classes[a.Tests]) })
	largest = largest[:max(0, min(len(largest), maxTrials-len(all)))]
	for _, f := range suites {
		if slices.ContainsFunc(largest, func(one launches.Found) bool { return one.Launch.Name == f.Launch.Name }) {
			all = append(all, f.Launch)
		}
	}
	return all
}

// onlyBuilt are the ways to launch of which the build has made the classes; the others are
// told.
func (t *trial) onlyBuilt() []launches.Found {
	var missing []string
	t.found = slices.DeleteFunc(t.found, func(f launches.Found) bool {
		gone := f.Unbuilt(t.project)
		if gone && !f.Single {
			missing = append(missing, f.Launch.Name)
			t.unbuilt = append(t.unbuilt, f.Launch.Name+" cannot be launched, since the build does not make them")
		}
		return gone
	})
	if len(missing) > 0 {
		t.Say("Not built by the project's build, so not tried: %s", strings.Join(missing, ", "))
	}
	return t.found
}
