// Package analyser says what an analyser is. It stands below the registry in
// beagle/analysers, so that the analysers' own folders can import it.
package analyser

import (
	"context"

	"beagle/blackboard"
)

// Info describes an analyser to people.
type Info struct {
	Name string // e.g. "linear"; stable, part of results
	Doc  string // first line: summary
}

// Result is a measurement result analyser: it proposes expressions from
// measurement results. After Contribute, CanContribute must be false until new
// results arrive.
type Result interface {
	Info() Info
	CanContribute(blackboard.ResultsReader) bool
	Contribute(context.Context, blackboard.ResultAnalyserView) error
}

// Proposal is a proposed expression analyser: it improves proposals. After
// Contribute, CanContribute must be false until new results or proposals arrive.
type Proposal interface {
	Info() Info
	CanContribute(blackboard.ProposalsReader) bool
	Contribute(context.Context, blackboard.ProposalAnalyserView) error
}
