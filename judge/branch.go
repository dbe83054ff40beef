package judge

import (
	"fmt"
	"math"
	"slices"

	"beagle/blackboard"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// gradeBranch grades descriptions of a decision. Decisions are categories: right or
// wrong, never near. Grades are in nats, the log-loss of the decisions with what it takes
// to write the guards; relative errors are the share of executions that are said wrongly.
func gradeBranch(data *dataset.Data, proposals []blackboard.Proposal, grades []blackboard.Grade) evidence {
	for i, p := range proposals {
		grades[i] = blackboard.Grade{Fitness: math.Inf(1), RelativeError: math.NaN(), Size: size(p)}
		if len(p.Branches) == 0 {
			grades[i].Refused = "it says nothing about the transitions"
			continue
		}
		loss, wrong, err := decide(data, p.Branches)
		if err != nil {
			grades[i].Refused = err.Error()
			continue
		}
		grades[i].RelativeError = wrong
		grades[i].Fitness = loss + branchLength(data, p.Branches)
	}
	preferShares(data, proposals, grades)
	return ofDecisions(grades, "nothing that was measured explains the rest of the decisions")
}

// ofDecisions is the evidence of grades of decisions, whose errors are shares: that of the best.
func ofDecisions(grades []blackboard.Grade, wrong string) evidence {
	e := evidence{noise: math.NaN(), wrong: wrong}
	if winner := best(grades); winner >= 0 {
		e.model = grades[winner].RelativeError
		e.exact, e.spread = e.model == 0, e.model
	}
	return e
}

// saysShares reports whether a description of a decision says shares of all its transitions.
func saysShares(branches []blackboard.BranchProposal) bool {
	return len(branches) > 0 && !slices.ContainsFunc(branches, func(b blackboard.BranchProposal) bool { return b.Guard != nil })
}

// branchLength is what the descriptions of a decision take to write down, in nats: a guard by its
// expression, a probability as one estimated number, (ln n)/2 (Rissanen 1978).
func branchLength(data *dataset.Data, branches []blackboard.BranchProposal) float64 {
	length := 0.0
	for i, b := range branches {
		switch {
		case b.Guard == nil:
			length += math.Log(float64(data.Points())) / 2
		case i == len(branches)-1 && i > 0: // the last guard only has to be the rest
			length++
		default:
			length += codelength.Length(b.Guard, len(data.Columns), data.Points())
		}
	}
	return length
}

// decide is the log-loss of the described decisions in nats and the share that
// is predicted wrongly.
func decide(data *dataset.Data, branches []blackboard.BranchProposal) (loss, wrong float64, err error) {
	predicted, guarded, err := predict(data, branches)
	if err != nil {
		return 0, 0, err
	}
	total := 0.0
	for _, b := range branches {
		total += b.Probability
	}
	var right, missed float64
	for row, y := range data.Y {
		taken, weight := int(y), data.Weight[row]
		if !guarded {
			loss -= weight * math.Log(max(branches[taken].Probability/max(total, 1e-300), 1e-9))
		}
		if predicted[row] == taken {
			right += weight
		} else {
			missed += weight
		}
	}
	if guarded {
		// The share of errors by Krichevsky and Trofimov's estimate.
		loss = errorLoss(missed, right, len(branches))
	}
	return loss, missed / (right + missed), nil
}

// predict is the transition that the description says for each point. Guards are tried in
// order and the first that holds is taken, as Palladio's simulators do; of probabilities
// it is always the likeliest. It is an error where no guard holds, or a transition was
// taken that is not described.
func predict(data *dataset.Data, branches []blackboard.BranchProposal) (predicted []int, guarded bool, err error) {
	guards := make([][]float64, len(branches))
	likely := 0
	for i, b := range branches {
		if b.Probability > branches[likely].Probability {
			likely = i
		}
		if b.Guard == nil {
			continue
		}
		guarded = true
		if guards[i], err = data.Evaluate(b.Guard); err != nil {
			return nil, false, err
		}
	}
	predicted = make([]int, len(data.Y))
	for row, y := range data.Y {
		if taken := int(y); taken < 0 || taken >= len(branches) {
			return nil, false, fmt.Errorf("transition %d was taken, but only %d are described", taken, len(branches))
		}
		predicted[row] = likely
		if !guarded {
			continue
		}
		predicted[row] = slices.IndexFunc(guards, func(holds []float64) bool { return holds != nil && holds[row] == 1 })
		if predicted[row] < 0 {
			return nil, false, fmt.Errorf("no guard holds on some measured parameters")
		}
	}
	return predicted, guarded, nil
}

// errorLoss is what it costs to say where a rule errs, and what was true instead of what
// it says, in nats. A rule that errs more often than a guess costs as much as the guess:
// that it is nearly always wrong would tell something, but not what it says. The share of
// errors is Krichevsky and Trofimov's estimate ("The performance of universal encoding",
// 1981): half an error is added to both sides.
func errorLoss(missed, right float64, classes int) float64 {
	if missed == 0 {
		return 0
	}
	guess := max(0.5, float64(classes-1)/float64(classes))
	share := min((missed+0.5)/(missed+right+1), guess)
	return -missed*math.Log(share/float64(max(classes-1, 1))) - right*math.Log(1-share)
}

// gradeLabels grades expressions for an argument that is a text or a truth
// value: a category as a decision is.
func gradeLabels(data *dataset.Data, proposals []blackboard.Proposal, grades []blackboard.Grade) evidence {
	classes := max(len(data.Target.Levels), 2)
	for i, p := range proposals {
		grades[i] = blackboard.Grade{Fitness: math.Inf(1), RelativeError: math.NaN(), Size: size(p)}
		if p.Expression == nil {
			grades[i].Refused = "it says nothing about the quantity"
			continue
		}
		labels, err := dataset.Labels(p.Expression, data)
		if err != nil {
			grades[i].Refused = err.Error()
			continue
		}
		var right, missed float64
		for row, y := range data.Y {
			if labels[row] == y {
				right += data.Weight[row]
			} else {
				missed += data.Weight[row]
			}
		}
		grades[i].RelativeError = missed / (missed + right)
		grades[i].Fitness = errorLoss(missed, right, classes) + codelength.Length(p.Expression, len(data.Columns), data.Points())
	}
	return ofDecisions(grades, "nothing that was measured explains the other values")
}
