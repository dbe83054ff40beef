package judge

import (
	"fmt"
	"math"

	"beagle/analysers/fit"
	"beagle/blackboard"
)

// gradeBranch grades descriptions of a decision. Decisions are categories:
// right or wrong, never near.
func gradeBranch(data *fit.Data, proposals []blackboard.Proposal, grades []blackboard.Grade) evidence {
	e := evidence{noise: math.NaN()}
	winner := -1
	for i, p := range proposals {
		grades[i] = blackboard.Grade{Fitness: math.Inf(1), RelativeError: math.NaN(), Size: size(p)}
		if len(p.Branches) == 0 {
			grades[i].Reason = "refused: it says nothing about the transitions"
			continue
		}
		loss, wrong, err := decide(data, p.Branches)
		if err != nil {
			grades[i].Reason = "refused: " + err.Error()
			continue
		}
		grades[i].RelativeError = wrong
		grades[i].Fitness = loss + branchLength(data, p.Branches)
		if winner < 0 || grades[i].Fitness < grades[winner].Fitness {
			winner = i
		}
	}
	if winner >= 0 {
		e.model = grades[winner].RelativeError
		e.exact = e.model == 0
		e.wrong = "nothing that was measured explains the rest of the decisions"
	}
	return e
}

func branchLength(data *fit.Data, branches []blackboard.BranchProposal) float64 {
	length := 0.0
	for i, b := range branches {
		switch {
		case b.Guard == nil:
			length += math.Log(float64(data.Points())) / 2
		case i == len(branches)-1 && i > 0: // the last guard only has to be the rest
			length++
		default:
			length += fit.Length(b.Guard, len(data.Columns), data.Points())
		}
	}
	return length
}

// decide is the log-loss of the described decisions in nats and the share that
// is predicted wrongly. Guards are tried in order and the first that holds is
// taken, as Palladio's simulators do.
func decide(data *fit.Data, branches []blackboard.BranchProposal) (loss, wrong float64, err error) {
	guards := make([][]float64, len(branches))
	chance := make([]float64, len(branches))
	guarded := false
	total := 0.0
	for i, b := range branches {
		chance[i] = b.Probability
		total += b.Probability
		if b.Guard == nil {
			continue
		}
		guarded = true
		if guards[i], err = fit.Evaluate(b.Guard, data.Columns); err != nil {
			return 0, 0, err
		}
	}
	var right, missed, all float64
	likely := 0
	for i := range chance {
		if chance[i] > chance[likely] {
			likely = i
		}
	}
	for row, y := range data.Y {
		taken := int(y)
		weight := data.Weight[row]
		all += weight
		if taken < 0 || taken >= len(branches) {
			return 0, 0, fmt.Errorf("transition %d was taken, but only %d are described", taken, len(branches))
		}
		if !guarded {
			loss -= weight * math.Log(max(chance[taken]/max(total, 1e-300), 1e-9))
			if taken != likely {
				missed += weight
			}
			continue
		}
		predicted := -1
		for i := range guards {
			if guards[i] != nil && guards[i][row] == 1 {
				predicted = i
				break
			}
		}
		switch predicted {
		case -1:
			return 0, 0, fmt.Errorf("no guard holds on some measured parameters")
		case taken:
			right += weight
		default:
			missed += weight
		}
	}
	if guarded {
		// A rule that errs is worth what it predicts: Krichevsky and Trofimov's
		// estimate of the share of errors.
		share := (missed + 0.5) / (all + 1)
		loss = -missed*math.Log(share/float64(max(len(branches)-1, 1))) - right*math.Log(1-share)
		if missed == 0 {
			loss = 0
		}
	}
	return loss, missed / all, nil
}
