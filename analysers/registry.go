// Package analysers holds the registry of analysers that are compiled in; each
// analyser has a folder of its own. Fit runs them all on one table.
//
// An analyser is a value without state. It sees no files, processes, clocks or
// network: the same blackboard and seed give the same contribution.
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
)

// Results are the measurement result analysers, in the order in which people
// should see them.
func Results() []analyser.Result {
	return []analyser.Result{constant.Analyser, linear.Analyser, dictionary.Analyser, steps.Analyser, piecewise.Analyser, rules.Analyser}
}

// Proposals are the proposed expression analysers, in the order in which
// people should see them.
func Proposals() []analyser.Proposal {
	return []analyser.Proposal{average.Analyser, refine.Analyser, genetic.Analyser}
}
