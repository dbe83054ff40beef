package judge

import (
	"math"
	"testing"

	"beagle/model/expression"
)

// The values were computed by the original's formula, independently.
func TestClassicFitnessIsTheOriginals(t *testing.T) {
	c := expression.Constant(1)
	bin := func(op expression.Op) expression.Node { return expression.Binary{Op: op, Left: c, Right: c} }
	add := func(a, b expression.Node) expression.Node {
		return expression.Binary{Op: expression.Add, Left: a, Right: b}
	}
	for _, test := range []struct {
		node expression.Node
		msd  float64
		want float64
	}{
		{c, 0, 0.0002},
		{bin(expression.Add), 0, 0.0024},
		{bin(expression.Sub), 0, 0.0026},
		{bin(expression.Mul), 0, 0.005049245063879211},
		{bin(expression.Div), 0, 0.010674099883855983},
		{bin(expression.Less), 0, 0.0044},
		{expression.If{Cond: c, Then: c, Else: c}, 0, 0.0066},
		{expression.Unary{Func: expression.Ln, Arg: c}, 0, 0.04374729466718569},
		{bin(expression.Log), 0, 0.15218362573099417},
		{expression.Unary{Func: expression.Sin, Arg: c}, 0, 0.2202368074389771},
		{expression.Unary{Func: expression.Exp, Arg: c}, 0, 0.9613764705882354},
		{bin(expression.Pow), 0, 2.1901277840269966},
		{add(add(add(c, c), c), c), 0, 0.02354111665966214},
		{expression.Constant(2), 1, 0.8002}, // values 1 and 3 against 2
	} {
		if got := Classic(test.node, test.msd); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", expression.String(test.node), got, test.want)
		}
	}
}
