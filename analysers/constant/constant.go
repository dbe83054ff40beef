// Package constant proposes that a quantity depends on nothing. It is what every other
// expression has to beat: whoever claims a dependency has to explain more than one number
// does, by more than writing it down costs.
package constant

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// Analyser proposes constants.
var Analyser = &analyser.Analyser{
	Name: "constant",
	Doc:  "every measured value where few are distinct, else the median; for branches the shares of the transitions",
	Run: func(_ context.Context, p *analyser.Pass) error {
		p.Propose(learn(p.Element, p.Data)...)
		return nil
	},
}

// few is how many distinct values are worth a proposal each.
const few = 5

// learn proposes probabilities for a branch, the most frequent texts for a text, the median for a noisy or
// many-valued number, and each of a few distinct values of an exact one.
func learn(e model.Element, data *dataset.Data) []blackboard.Proposal {
	if data.Points() == 0 {
		return nil
	}
	if e.Kind == model.Branch {
		return []blackboard.Proposal{shares(data, len(e.Branches))}
	}
	if data.Target.Kind == model.Text {
		return texts(data)
	}
	values := slices.Clone(data.Y)
	slices.Sort(values)
	distinct := slices.Compact(slices.Clone(values))
	if len(distinct) > few || data.Noisy && data.Noise > dataset.NoiseFloor {
		return []blackboard.Proposal{{
			Expression: regression.Readable(data, expression.Constant(weightedMedian(data))),
			Why:        fmt.Sprintf("the median of %d observations", data.Observations),
		}}
	}
	why := fmt.Sprintf("one of %d distinct values in %d observations", len(distinct), data.Observations)
	switch {
	case data.Observations == 1:
		why = "the only observation"
	case len(distinct) == 1:
		why = fmt.Sprintf("the same in all %d observations", data.Observations)
	}
	var proposals []blackboard.Proposal
	for _, value := range distinct {
		proposals = append(proposals, blackboard.Proposal{
			Expression: expression.Constant(undoRounding(value)),
			Why:        why,
		})
	}
	return proposals
}

// undoRounding undoes the rounding errors of a median of two.
func undoRounding(x float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	if err != nil {
		return x
	}
	return short
}

// weightedMedian is the lower weighted median of the points: the smallest value that at least half of the
// weight does not exceed.
func weightedMedian(data *dataset.Data) float64 {
	order := make([]int, data.Points())
	total := 0.0
	for i := range order {
		order[i] = i
		total += data.Weight[i]
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case data.Y[a] < data.Y[b]:
			return -1
		case data.Y[a] > data.Y[b]:
			return 1
		}
		return 0
	})
	sum := 0.0
	for _, i := range order {
		if sum += data.Weight[i]; sum >= total/2 {
			return data.Y[i]
		}
	}
	return data.Y[order[len(order)-1]]
}

// shares are the relative frequencies of a branch's transitions.
func shares(data *dataset.Data, transitions int) blackboard.Proposal {
	for _, y := range data.Y {
		transitions = max(transitions, int(y)+1)
	}
	branches := make([]blackboard.BranchProposal, transitions)
	total := 0.0
	for i, y := range data.Y {
		if y >= 0 {
			branches[int(y)].Probability += data.Weight[i]
			total += data.Weight[i]
		}
	}
	for i := range branches {
		branches[i].Probability /= total
	}
	return blackboard.Proposal{
		Branches: branches,
		Why:      fmt.Sprintf("how often each transition was taken in %d observations", data.Observations),
	}
}

// texts are the values of an argument that is a text.
func texts(data *dataset.Data) []blackboard.Proposal {
	seen := map[int]bool{}
	var proposals []blackboard.Proposal
	for _, y := range data.Y {
		if level := int(y); !seen[level] && level >= 0 && level < len(data.Target.Levels) && len(seen) < few {
			seen[level] = true
			proposals = append(proposals, blackboard.Proposal{
				Expression: expression.Text(data.Target.Levels[level]),
				Why:        fmt.Sprintf("a value among %d observations", data.Observations),
			})
		}
	}
	return proposals
}
