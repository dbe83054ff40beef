package analysers_test

import (
	"context"
	"testing"

	"beagle/analysers"
	"beagle/model"
	"beagle/model/expression"
)

func column(name string, char model.Characterisation, values ...float64) model.Column {
	return model.Column{Variable: model.Variable{Name: name, Char: char}, Kind: model.Number, Num: values}
}

func TestALineIsLearntFromExactCounts(t *testing.T) {
	n := []float64{0, 1, 2, 3, 5, 8, 13, 40}
	y := make([]float64, len(n))
	for i := range n {
		y[i] = 3*n[i] + 2
	}
	table := &model.Table{Columns: []model.Column{column("n", model.ValueOf, n...)}, Target: model.Column{Kind: model.Number, Num: y}}
	result := analysers.Fit(context.Background(), table, model.Loop, analysers.Options{})
	if got := expression.String(result.Proposals[0].Expression); got != "2 + 3 * n.VALUE" {
		t.Errorf("learnt %s", got)
	}
	if !result.Verdict.Optimal {
		t.Errorf("not optimal: %s", result.Verdict.Reason)
	}
}
