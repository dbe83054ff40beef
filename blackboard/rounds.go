package blackboard

import (
	"slices"

	"beagle/model"
)

// RoundResult is the choice for an element after a round of judging, so that a person
// can see how an expression came about.
type RoundResult struct {
	Round   int          `json:"round"`   // of the analysis, from 1
	Final   int          `json:"final"`   // index of the proposal that was chosen; -1: none was suitable
	Fitness model.Figure `json:"fitness"` // of that one; +Inf: none was suitable
	Launch  int32        `json:"launch"`  // the latest of which there were measurements
}

// mostRounds is how many earlier rounds are kept of an element: what was chosen before the
// oldest of them is forgotten, whatever the number of launches.
const mostRounds = 256

// withRound are the rounds of the element after another one. A round in which neither the
// choice nor the measurements changed takes the place of the one before it.
func (it *item) withRound(now RoundResult) []RoundResult {
	for _, launch := range it.results.table().Launch {
		now.Launch = max(now.Launch, launch)
	}
	all := slices.Clone(it.rounds)
	if n := len(all); n > 0 && all[n-1].Final == now.Final && all[n-1].Launch == now.Launch {
		all = all[:n-1]
	}
	all = append(all, now)
	return all[max(0, len(all)-mostRounds):]
}
