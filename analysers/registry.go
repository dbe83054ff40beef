package analysers

import (
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
func Results() []ResultAnalyser {
	return []ResultAnalyser{constant.Analyser, linear.Analyser, dictionary.Analyser, steps.Analyser, piecewise.Analyser, rules.Analyser}
}

// Proposals are the proposed expression analysers, in the order in which
// people should see them.
func Proposals() []ProposalAnalyser {
	return []ProposalAnalyser{average.Analyser, refine.Analyser, genetic.Analyser}
}
