package decimal

import (
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

// A threshold that is rounded lies somewhere else: what is shown would decide measured values otherwise.
func TestThresholdsAreShownAsTheyAre(t *testing.T) {
	n := expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}
	cost := expression.Binary{Op: expression.Mul, Left: expression.Constant(2.345678e-6), Right: n}
	choice := expression.If{Cond: expression.Binary{Op: expression.Less, Left: n, Right: expression.Constant(1000000000000227)}, Then: cost, Else: expression.Constant(12345.678)}
	if got, want := expression.String(Rounded(choice)), "n.VALUE < 1.000000000000227e+15 ? 2.346e-06 * n.VALUE : 12350"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
