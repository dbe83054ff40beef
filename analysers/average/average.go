// Package average is the proposed expression analyser of the design document:
// where constants were proposed, it proposes the average of what was measured
// of them.
//
// It works on counts, times and numbers of arguments; between two texts or truth values
// there is no average. Where constants were proposed from medians of replicates, which
// nobody measured, each counts once.
package average

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// Analyser proposes averages of proposed constants.
var Analyser = &analyser.Analyser{
	Name:     "average",
	Doc:      "the average of the proposed constants, each as often as it was measured",
	Kinds:    []model.Kind{model.InternalAction, model.Loop, model.CallParameter},
	Improves: []string{"constant"},
	Run:      run,
}

// run proposes the mean of the constants that were proposed, weighted by how often each was measured.
func run(_ context.Context, pass *analyser.Pass) error {
	if pass.Data.Target.Kind != model.Number {
		return nil // between true and false lies nothing
	}
	var constants []float64
	for _, p := range pass.Proposals {
		if c, ok := p.Expression.(expression.Constant); ok {
			constants = append(constants, float64(c))
		}
	}
	if len(constants) < 2 {
		return nil // the average of one constant is that constant
	}
	// How often a constant was measured is its weight.
	table := pass.Data.Table
	var sum, total float64
	for i, y := range table.Target.Num {
		if weight := table.WeightOf(i); weight > 0 && slices.Contains(constants, y) {
			sum += y * weight
			total += weight
		}
	}
	if total == 0 { // medians of replicates need not have been measured
		for _, c := range constants {
			sum += c
		}
		total = float64(len(constants))
	}
	mean, _ := strconv.ParseFloat(strconv.FormatFloat(sum/total, 'g', 15, 64), 64) // 4.7655e-5, not 4.7655000000000004e-5
	pass.Propose(blackboard.Proposal{
		Expression: expression.Constant(mean),
		Why:        fmt.Sprintf("the average of %d proposed constants", len(constants)),
	})
	return nil
}
