package average_test

import (
	"testing"

	"beagle/learn/analysertest"

	"beagle/analysers/average"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

func TestConstantsAreAveragedAsOftenAsTheyWereMeasured(t *testing.T) {
	task := analysertest.Task{
		Element:   model.Element{Kind: model.Loop},
		Table:     &model.Table{Target: model.Column{Kind: model.Number, Num: []float64{1, 1, 1, 5}}},
		Proposals: []blackboard.Proposal{{Analyser: "constant", Expression: expression.Constant(1)}, {Analyser: "constant", Expression: expression.Constant(5)}, {Analyser: "linear", Expression: expression.Constant(9)}},
	}
	got := analysertest.Propose(t.Context(), t, average.Analyser, task)
	if len(got) != 1 || got[0].Expression != expression.Constant(2) {
		t.Errorf("average of 1, 1, 1, 5 is %+v", got)
	}
	task.Proposals = task.Proposals[:1]
	if got := analysertest.Propose(t.Context(), t, average.Analyser, task); got != nil {
		t.Errorf("one constant has the average %+v", got)
	}
}

func TestAnAverageHasNoDigitsOfItsSum(t *testing.T) {
	a, b := 4.765e-5, 4.766e-5
	if float64((a+b)/2) == 4.7655e-5 {
		t.Fatal("these have a sum without such digits")
	}
	task := analysertest.Task{
		Element:   model.Element{Kind: model.InternalAction},
		Table:     &model.Table{Target: model.Column{Kind: model.Number, Num: []float64{a, b}}},
		Proposals: []blackboard.Proposal{{Analyser: "constant", Expression: expression.Constant(a)}, {Analyser: "constant", Expression: expression.Constant(b)}},
	}
	if got := analysertest.Propose(t.Context(), t, average.Analyser, task); len(got) != 1 || got[0].Expression != expression.Constant(4.7655e-5) {
		t.Errorf("average of %g and %g is %+v", a, b, got)
	}
}

func TestTruthValuesHaveNoAverage(t *testing.T) {
	task := analysertest.Task{
		Element:   model.Element{Kind: model.CallParameter},
		Table:     &model.Table{Target: model.Column{Kind: model.Bool, Num: []float64{0, 1, 1}}},
		Proposals: []blackboard.Proposal{{Analyser: "constant", Expression: expression.Constant(0)}, {Analyser: "constant", Expression: expression.Constant(1)}},
	}
	if got := analysertest.Propose(t.Context(), t, average.Analyser, task); got != nil {
		t.Errorf("true and false have the average %+v", got)
	}
}
