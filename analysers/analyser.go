// Package analysers holds the registry of analysers that are compiled in; each
// analyser has a folder of its own. Fit runs them all on one table.
//
// An analyser is a value without state. It sees no files, processes, clocks or
// network: the same blackboard and seed give the same contribution.
package analysers

import "beagle/analysers/analyser"

// Info describes an analyser to people.
type Info = analyser.Info

// ResultAnalyser is a measurement result analyser: it proposes expressions
// from measurement results.
type ResultAnalyser = analyser.Result

// ProposalAnalyser is a proposed expression analyser: it improves proposals.
type ProposalAnalyser = analyser.Proposal
