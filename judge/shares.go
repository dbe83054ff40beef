package judge

import (
	"context"
	"math"

	"beagle/blackboard"
	"beagle/statistics/dataset"
)

// preferShares puts guards behind shares that say no less than these: guards that miss as much, and those that foresee
// nothing.
//
// The log-loss reckons that a guard says how often it errs; what is written says nothing of it, and whatever it says of
// an execution is taken for certain. Brier's score ("Verification of forecasts expressed in terms of probability", 1950) holds both
// against what was decided: half of it is the share of errors of a guard and, of shares, half the chance that two executions
// decide otherwise. A transition that is taken in three executions of a hundred, more often of small inputs, is no guard.
//
// And among thousands of questions some divide any decisions of a few hundred inputs a little; of other inputs these foresee
// nothing (foreseen).
func preferShares(data *dataset.Data, proposals []blackboard.Proposal, grades []blackboard.Grade) {
	shares := -1
	for i, p := range proposals {
		if grades[i].Refused == "" && saysShares(p.Branches) && (shares < 0 || grades[i].Fitness < grades[shares].Fitness) {
			shares = i
		}
	}
	if shares < 0 {
		return
	}
	const nats = 2 // the least by which guards come after shares
	behind, chance := grades[shares].Fitness+nats, differently(data)
	for i, p := range proposals {
		if g := &grades[i]; g.Refused == "" && !saysShares(p.Branches) && g.RelativeError >= chance {
			g.Fitness = max(g.Fitness, behind)
		}
	}
	for {
		at := best(grades)
		if at < 0 || saysShares(proposals[at].Branches) || foreseen(data, proposals[at], grades[at], proposals[shares], grades[shares]) {
			return
		}
		grades[at].Fitness = behind
	}
}

// differently is half the chance that two executions decide otherwise, one after the other drawn from all.
func differently(data *dataset.Data) float64 {
	taken, all := map[float64]float64{}, 0.0
	for row, y := range data.Y {
		taken[y] += data.Weight[row]
		all += data.Weight[row]
	}
	same := 0.0
	for _, weight := range taken {
		same += weight / all * (weight / all)
	}
	return (1 - same) / 2
}

// foreseen reports whether guards say as much as shares do, by Brier's score and but for chance, of inputs that they were not
// learnt from, or gain more on those that they were than they take to write down. That no chance finds: a sum that is odd
// says every decision, though no part of a tree for it says any. What is gained counts once for each input, however often it
// was decided on: a decision by what nobody observed, such as the class of an object, comes out the same at each repetition, and
// questions enough tell any few inputs from each other.
func foreseen(data *dataset.Data, guards blackboard.Proposal, graded blackboard.Grade, shares blackboard.Proposal, beside blackboard.Grade) bool {
	decisions := 0.0
	for _, weight := range data.Weight {
		decisions += weight
	}
	if (beside.Fitness-graded.Fitness)*float64(len(leftOut{data: data}.groups()))/decisions >= branchLength(data, guards.Branches) {
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
