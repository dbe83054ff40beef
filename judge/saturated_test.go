package judge

import (
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// Ten values go through every form with nine numbers: that such a form is exact on them
// says nothing of an eleventh.
func TestACountWithAsManyNumbersAsInputsIsNotBelieved(t *testing.T) {
	c := func(x float64) expression.Node { return expression.Constant(x) }
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	steps := c(0) // a jump wherever the values jump
	values := []float64{0, 2, 4, 5, 6, 8, 9, 9, 11, 11}
	for x := len(values) - 1; x >= 0; x-- {
		steps = expression.If{Cond: bin(expression.LessEqual, n, c(float64(x))), Then: c(values[x]), Else: steps}
	}
	for x, y := range values {
		for range 6 {
			table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, float64(x)), append(table.Target.Num, y)
		}
	}
	o := assessed(model.Loop, table, propose(steps), nil)
	if below := (Options{}).below(&o.Verdict); len(below) != 1 || below[0].What != blackboard.SpareLimit {
		t.Errorf("it would be written: %+v", below)
	}
	if o.Verdict.Finding != blackboard.Saturated || o.Verdict.Optimal() || o.Verdict.Inputs != len(values) {
		t.Errorf("%+v", o.Verdict)
	}
	for i, x := range table.Columns[0].Num { // what few numbers say is exact
		table.Target.Num[i] = 4*x + 3
	}
	if o := assessed(model.Loop, table, propose(bin(expression.Add, times(4, n), c(3))), nil); o.Verdict.Finding != blackboard.Exact {
		t.Errorf("%+v", o.Verdict)
	}
}

// Tests raise a number to five powers, of which the two extreme ones come most often. That one of them led one way
// says nothing of what lies between.
func TestADecisionByTwoThresholdsOnFiveInputsIsNotBelieved(t *testing.T) {
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for x, times := range map[float64]int{-2147483648: 55, -2: 2, 2: 2, 3: 2, 2147483647: 11} {
		for range times {
			table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, x), append(table.Target.Num, truth(x < -1e9 || x > 1e9))
		}
	}
	far := bin(expression.Or, bin(expression.Less, n, expression.Constant(-1e9)), bin(expression.Greater, n, expression.Constant(1e9)))
	o := assessed(model.Branch, table, []blackboard.Proposal{{Branches: guarded(far)}}, nil)
	if o.Verdict.Finding != blackboard.Saturated || o.Verdict.Estimates != 2 || o.Verdict.Inputs != 5 {
		t.Errorf("%+v", o.Verdict)
	}
	if below := (Options{}).below(&o.Verdict); len(below) > 0 {
		t.Errorf("what was seen is not written: %+v", below)
	}
	for _, x := range []float64{-5e8, 5e8} { // one more on each side of what was seen
		table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, x), append(table.Target.Num, 0)
	}
	if o := assessed(model.Branch, table, []blackboard.Proposal{{Branches: guarded(far)}}, nil); o.Verdict.Finding != blackboard.Exact {
		t.Errorf("seven inputs: %+v", o.Verdict)
	}
}

// One product by 42 was of a fraction that is zero: that says nothing of others by 42.
func TestADecisionByTwoValuesOfNineIsNotBelieved(t *testing.T) {
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for _, x := range []float64{-2, -1, 0, 1, 2, 5, 15, 42, 2147483647} {
		for range 10 {
			table.Columns[0].Num, table.Target.Num = append(table.Columns[0].Num, x), append(table.Target.Num, truth(x == 0 || x == 42))
		}
	}
	either := bin(expression.Or, bin(expression.Equal, n, expression.Constant(0)), bin(expression.Equal, n, expression.Constant(42)))
	if o := assessed(model.Branch, table, []blackboard.Proposal{{Branches: guarded(either)}}, nil); o.Verdict.Finding != blackboard.Saturated || o.Verdict.Estimates != 2 || o.Verdict.Inputs != 9 {
		t.Errorf("%+v", o.Verdict)
	}
}
