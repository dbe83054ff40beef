// Package judge grades proposals, says when an analysis is finished and why,
// and picks the final expression of each element.
package judge

import (
	"context"

	"beagle/blackboard"
	"beagle/model"
)

// Judge is the final judge.
type Judge interface {
	// Judge is asked when no analyser can contribute. It grades every proposal
	// of every element; Finished ends the analysis.
	Judge(context.Context, blackboard.ProposalsReader) (Ruling, error)
}

// Ruling is the outcome of one round of judging.
type Ruling struct {
	Finished bool
	Reason   string                                 // why the analysis ends or goes on
	Grades   map[model.ElementID][]blackboard.Grade // parallel to the element's proposals
	Verdicts map[model.ElementID]blackboard.Verdict
	Measure  []model.ElementID // to be measured again
}
