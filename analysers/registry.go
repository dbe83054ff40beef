// Package analysers is the registry of the analysers: those that are compiled in,
// each in a folder of its own, and those that extensions add.
//
// An analyser is a value without state. It sees no files, processes, clocks or
// network: the same pass makes it propose the same.
//
// All is what an analysis and a lone table ask, in the registry's order: of several that
// could contribute the first goes first, so that both go the same way. What an analyser
// is stands in analysers/analyser, below its folders, since the registry imports them
// all. Adding one touches its own folder and a line here; see docs/development.md.
package analysers

import (
	"slices"

	"beagle/analysers/analyser"
	"beagle/analysers/constant"
	"beagle/analysers/piecewise"
	"beagle/analysers/refine"
	"beagle/analysers/rules"
	"beagle/analysers/steps"
	"beagle/analysers/stepwise"
	"beagle/analysers/sums"
	"beagle/internal/registry"
)

// Added are analysers that are not compiled in, by name.
var Added registry.Registry[*analyser.Analyser]

// All are the analysers, in the order in which they have their turns and in which
// people should see them; what was added comes last.
func All() []*analyser.Analyser {
	all := []*analyser.Analyser{
		constant.Analyser, sums.Analyser, steps.Analyser, piecewise.Analyser, stepwise.Analyser, rules.Analyser,
		refine.Analyser,
	}
	for _, name := range Added.IDs() {
		if x, err := Added.Get(name); err == nil {
			all = append(all, x)
		}
	}
	return connected(all)
}

// connected are analysers of which those that improve what is proposed from measurements know who does.
func connected(all []*analyser.Analyser) []*analyser.Analyser {
	var measured []string
	for _, x := range all {
		if len(x.Improves) == 0 {
			measured = append(measured, x.Name)
		}
	}
	for i, x := range all {
		if at := slices.Index(x.Improves, analyser.Measured); at >= 0 {
			knows := *x
			knows.Improves = slices.Replace(slices.Clone(x.Improves), at, at+1, measured...)
			all[i] = &knows
		}
	}
	return all
}
