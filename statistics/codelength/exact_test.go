package codelength_test

import (
	"math"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
)

// Numbers of an exact form cost their digits: whole ones and fractions their logarithms, others at most nine decimal digits.
func TestNumbersThatSayCountsExactlyCostAllTheirDigits(t *testing.T) {
	for number, want := range map[float64]float64{
		0: 0.5, -1: 0.5, 5741: 1 + math.Log(5741), 1.0 / 3: 1 + math.Log(3), 7.0 / 999: 1 + math.Log(7*999),
		2.5e7: 1 + 2*math.Ln10, 1.0 / 1009: 1 + 9*math.Ln10, math.Pi: 1 + 9*math.Ln10,
	} {
		if got := codelength.Exactly(expression.Constant(number), 1); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v costs %v nats, want %v", number, got, want)
		}
	}
	v := expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}
	n := expression.Binary{Op: expression.Mul, Left: expression.Constant(1), Right: v}
	if got, want := codelength.Exactly(n, 3), codelength.Length(n, 3, 100); got != want {
		t.Errorf("a form without other numbers costs %v, want %v", got, want)
	}
}

// A list names each value once, and then which of them comes.
func TestAListOfCountsCostsEachOnceAndTheirOrder(t *testing.T) {
	want := 2 + math.Log(7*9) + 4*math.Ln2
	if got := codelength.Listed([]float64{7, 9, 9, 7}); math.Abs(got-want) > 1e-9 {
		t.Errorf("%v nats, want %v", got, want)
	}
}
