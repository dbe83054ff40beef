package regression

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
)

var n = expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}

func bin(op expression.Op, l, r expression.Node) expression.Node {
	return expression.Binary{Op: op, Left: l, Right: r}
}

func tableOf(x []float64, f func(i int, x float64) float64) *model.Table {
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number, Num: x}}, Target: model.Column{Kind: model.Number}}
	for i, v := range x {
		table.Target.Num = append(table.Target.Num, f(i, v))
	}
	return table
}

func TestReadableKeepsWhatTheDataKnow(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	x := make([]float64, 100)
	for i := range x {
		x[i] = float64(i + 1)
	}
	noisy := dataset.Prepare(tableOf(x, func(_ int, x float64) float64 { return 1.23456789 * x * math.Exp(0.1*r.NormFloat64()) }), true)
	if got := expression.String(Readable(noisy, bin(expression.Mul, expression.Constant(1.23456789), n))); got != "1.235 * n.VALUE" {
		t.Errorf("noisy: %s", got)
	}
	exact := dataset.Prepare(tableOf(x, func(_ int, x float64) float64 { return 1.23456789 * x }), true)
	if got := expression.String(Readable(exact, bin(expression.Mul, expression.Constant(1.23456789), n))); got != "1.23456789 * n.VALUE" {
		t.Errorf("exact: %s", got)
	}
}

func TestAMedianThatIsMetIsNoReasonForManyDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	d := dataset.Prepare(tableOf(make([]float64, 300), func(int, float64) float64 {
		return 1.38e-5 * math.Exp(0.1*r.NormFloat64())
	}), true)
	short := Readable(d, expression.Constant(d.Y[0])).(expression.Constant)
	if decimal.Digits(float64(short)) > 4 || math.Abs(float64(short)/d.Y[0]-1) > 0.005 {
		t.Errorf("%v becomes %v", d.Y[0], short)
	}
}
