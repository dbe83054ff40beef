package prepare

import (
	"cmp"
	"slices"

	"beagle/extract/launches"
	"beagle/measure"
)

// What is tried of what was found: so many launches, of which so many are classes
// with main where there are tests.
const (
	maxTrials = 8
	maxMains  = 4
	mostTold  = 4 // names in a message
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
