package judge

import (
	"fmt"
	"math"

	"beagle/blackboard"
	"beagle/internal/quantity"
	"beagle/model"
	"beagle/statistics/dataset"
)

// fewestTaken is how often a transition has to be taken, and how often else it may be said in place of others,
// before how often it is said is compared with how often it was taken.
const fewestTaken = 10

// takenBeside is how far beside its measured share that of a transition is by the guards, for the one that is farthest:
// what a transition leads to is modelled as often too often or too seldom as that. Guards of decisions that are only likelier for
// some inputs say the likelier one for all of them, and totals are lost. nil: none is beside.
func takenBeside(data *dataset.Data, branches []blackboard.BranchProposal) *blackboard.Taken {
	if saysShares(branches) {
		return nil
	}
	predicted, guarded, err := predict(data, branches)
	if err != nil || !guarded {
		return nil
	}
	taken, said, all := make([]float64, len(branches)), make([]float64, len(branches)), 0.0
	for row, y := range data.Y {
		taken[int(y)] += data.Weight[row]
		said[predicted[row]] += data.Weight[row]
		all += data.Weight[row]
	}
	var worst *blackboard.Taken
	for i := range branches {
		if max(taken[i], said[i]) < fewestTaken || taken[i] == said[i] {
			continue
		}
		beside := math.Inf(1)
		if taken[i] > 0 {
			beside = said[i]/taken[i] - 1
		}
		if worst == nil || math.Abs(beside) > math.Abs(float64(worst.Beside)) {
			worst = &blackboard.Taken{Transition: i, Share: taken[i] / all, Said: said[i] / all, Beside: model.Figure(beside)}
		}
	}
	return worst
}

// seldom says how often a transition is said beside how often it was taken.
func seldom(t *blackboard.Taken) string {
	return fmt.Sprintf("one transition is taken in %s of executions, but in %s by its condition", quantity.Percent(t.Share), quantity.Percent(t.Said))
}
