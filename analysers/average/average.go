package average

import (
	"context"
	"fmt"
	"strconv"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// Analyser proposes averages of proposed constants.
var Analyser = analyser.Improver{
	Is:      analyser.Info{Name: "average", Doc: "the average of the proposed constants, each as often as it was measured"},
	Kinds:   []model.Kind{model.InternalAction, model.Loop, model.CallParameter},
	From:    []string{"constant"},
	Improve: improve,
}

func improve(_ context.Context, task analyser.Task) []blackboard.Proposal {
	var constants []float64
	for _, p := range task.Proposals {
		if c, ok := p.Expression.(expression.Constant); ok && p.Analyser == "constant" {
			constants = append(constants, float64(c))
		}
	}
	if len(constants) < 2 {
		return nil // the average of one constant is that constant
	}
	// How often a constant was measured is its weight. Prepare without noise
	// keeps every distinct value.
	data := dataset.Prepare(task.Table, false)
	var sum, total float64
	for i, y := range data.Y {
		for _, c := range constants {
			if c == y {
				sum += c * data.Weight[i]
				total += data.Weight[i]
			}
		}
	}
	if total == 0 { // medians of replicates need not have been measured
		for _, c := range constants {
			sum += c
		}
		total = float64(len(constants))
	}
	mean, _ := strconv.ParseFloat(strconv.FormatFloat(sum/total, 'g', 15, 64), 64) // 4.7655e-5, not 4.7655000000000004e-5
	return []blackboard.Proposal{{
		Expression: expression.Constant(mean),
		Why:        fmt.Sprintf("the average of %d proposed constants", len(constants)),
	}}
}
