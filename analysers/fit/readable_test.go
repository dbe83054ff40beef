package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model/expression"
)

func TestAMedianThatIsMetIsNoReasonForManyDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	d := Prepare(tableOf(make([]float64, 300), func(int, float64) float64 {
		return 1.38e-5 * math.Exp(0.1*r.NormFloat64())
	}), true)
	short := Readable(d, expression.Constant(d.Y[0])).(expression.Constant)
	if Digits(float64(short)) > 4 || math.Abs(float64(short)/d.Y[0]-1) > 0.005 {
		t.Errorf("%v becomes %v", d.Y[0], short)
	}
}
