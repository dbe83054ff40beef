package judge

import (
	"context"
	"math"

	"beagle/blackboard"
	"beagle/statistics/dataset"
)

// preferForeseen puts guards behind shares where rules learnt from some inputs say less of the others than shares
// do, by Brier's score and more than chance, and what they gain on those that they were learnt from is less than they take to
// write down. Among thousands of questions some divide any decisions of a few hundred inputs a little; of other
// inputs these foresee nothing. What gains more than that no chance finds: a sum that is odd says
// every decision, though no part of a tree for it says any.
func preferForeseen(data *dataset.Data, proposals []blackboard.Proposal, grades []blackboard.Grade) {
	shares := -1
	for i, p := range proposals {
		if grades[i].Refused == "" && saysShares(p.Branches) && (shares < 0 || grades[i].Fitness < grades[shares].Fitness) {
			shares = i
		}
	}
	if shares < 0 {
		return
	}
	for {
		at := best(grades)
		if at < 0 || saysShares(proposals[at].Branches) || foreseen(data, proposals[at], grades[at], proposals[shares], grades[shares]) {
			return
		}
		const behind = 2 // nats, the least by which guards come after shares
		grades[at].Fitness = grades[shares].Fitness + behind
	}
}

// foreseen reports whether guards say more than shares do of inputs that they were not learnt from, or gain
// more than they take to write down.
func foreseen(data *dataset.Data, guards blackboard.Proposal, graded blackboard.Grade, shares blackboard.Proposal, beside blackboard.Grade) bool {
	if beside.Fitness-graded.Fitness >= branchLength(data, guards.Branches) {
		return true
	}
	own, err := ExplainBranch(context.Background(), data, guards.Branches)
	if err != nil || math.IsNaN(own.Validation) {
		return true
	}
	chance, err := ExplainBranch(context.Background(), data, shares.Branches)
	if err != nil || chance.Brier == nil {
		return true
	}
	deviation := math.Sqrt(own.Validation * (1 - own.Validation) / float64(data.Points())) // of a share of errors
	return !(own.Validation-deviation >= chance.Brier.Validation)
}
