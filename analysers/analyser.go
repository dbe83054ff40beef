// Package analysers holds the two analyser interfaces and the registry of
// analysers that are compiled in; each analyser has a folder of its own.
//
// An analyser is a value without state. It sees no files, processes, clocks or
// network: the same blackboard and seed give the same contribution.
package analysers

import (
	"context"

	"beagle/blackboard"
)

// Info describes an analyser to people.
type Info struct {
	Name string // e.g. "linear"; stable, part of results
	Doc  string // first line: summary
}

// ResultAnalyser is a measurement result analyser: it proposes expressions
// from measurement results. After Contribute, CanContribute must be false
// until new results arrive.
type ResultAnalyser interface {
	Info() Info
	CanContribute(blackboard.ResultsReader) bool
	Contribute(context.Context, blackboard.ResultAnalyserView) error
}

// ProposalAnalyser is a proposed expression analyser: it improves proposals.
type ProposalAnalyser interface {
	Info() Info
	CanContribute(blackboard.ProposalsReader) bool
	Contribute(context.Context, blackboard.ProposalAnalyserView) error
}
