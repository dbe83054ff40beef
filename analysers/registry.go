// Package analysers is the registry of the analysers that are compiled in; each
// has a folder of its own.
//
// An analyser is a value without state. It sees no files, processes, clocks or
// network: the same pass makes it propose the same.
package analysers

import (
	"beagle/analysers/analyser"
	"beagle/analysers/average"
	"beagle/analysers/constant"
	"beagle/analysers/dictionary"
	"beagle/analysers/genetic"
	"beagle/analysers/linear"
	"beagle/analysers/piecewise"
	"beagle/analysers/refine"
	"beagle/analysers/rules"
	"beagle/analysers/steps"
	"beagle/analysers/stepwise"
)

// All are the analysers, in the order in which they have their turns and in which
// people should see them.
func All() []*analyser.Analyser {
	return []*analyser.Analyser{
		constant.Analyser, linear.Analyser, dictionary.Analyser, steps.Analyser, piecewise.Analyser, stepwise.Analyser, rules.Analyser,
		average.Analyser, refine.Analyser, genetic.Analyser,
	}
}
