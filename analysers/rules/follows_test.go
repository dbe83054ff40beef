package rules

import (
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

func TestALaterBoundLeavesNoWiderOneBeside(t *testing.T) {
	x := expression.Variable{Variable: model.Variable{Name: "x", Char: model.ValueOf}}
	than := func(o expression.Op, y float64) expression.Node { return bin(o, x, expression.Constant(y)) }
	for _, c := range []struct {
		earlier, later expression.Node
		leaves         bool
	}{
		{than(expression.LessEqual, 16), than(expression.Less, 16), true},
		{than(expression.Less, 16), than(expression.LessEqual, 16), false},
		{than(expression.Less, 17), than(expression.LessEqual, 16), true},
		{than(expression.GreaterEqual, 3), than(expression.Greater, 3), true},
		{than(expression.Greater, 3), than(expression.GreaterEqual, 3), false},
		{than(expression.Less, 16), than(expression.Less, 16), true},
		{than(expression.Less, 16), than(expression.Greater, 3), false},
	} {
		if got := join(expression.And, c.earlier, c.later); (got == c.later) != c.leaves {
			t.Errorf("%s and then %s: %s", expression.String(c.earlier), expression.String(c.later), expression.String(got))
		}
	}
}
