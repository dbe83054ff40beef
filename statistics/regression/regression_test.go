package regression

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model/expression"
	"beagle/statistics/dataset"
)

func TestOutliersDoNotMoveTheFit(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	x := make([]float64, 200)
	for i := range x {
		x[i] = float64(i + 1)
	}
	d := dataset.Prepare(tableOf(x, func(i int, x float64) float64 {
		y := 4 * x * math.Exp(0.1*r.NormFloat64())
		if i%20 == 0 {
			y *= 4
		}
		return y
	}), true)
	term, _ := NewTerm(d, n)
	m := Fit(d, []Term{term})
	if math.Abs(m.Coef[0]-4) > 0.12 || math.Abs(m.Noise.Sigma-0.1) > 0.03 {
		t.Errorf("slope %v, noise %v; want 4 and 0.1", m.Coef[0], m.Noise.Sigma)
	}
}

// A clock that ticks every microsecond measures shorter calls as nothing: what is a multiple of that is known well.
func TestWhatIsMeasuredAsNothingHidesNothingElse(t *testing.T) {
	x := make([]float64, 200)
	for i := range x {
		x[i] = float64(i)
	}
	d := dataset.Prepare(tableOf(x, func(_ int, x float64) float64 { return math.Floor(x/10) * 1e-6 }), true)
	if got := NewNoise(d, 0).Offset; got != 1e-6 {
		t.Errorf("the offset is %v, want a tick", got)
	}
	d = dataset.Prepare(tableOf(x, func(int, float64) float64 { return 0 }), true)
	if got := NewNoise(d, 0).Offset; !(got > 0) || math.IsInf(got, 1) {
		t.Errorf("where nothing else is measured the offset is %v", got)
	}
}

func TestJitterIsToldFromRelativeNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	x := make([]float64, 400)
	for i := range x {
		x[i] = math.Exp(8 * r.Float64())
	}
	for name, c := range map[string]struct {
		jitter, noise float64
		least, most   float64
	}{
		"relative": {0, 0.1, 0, 0},
		"jitter":   {20, 0.02, 50, math.Inf(1)},
	} {
		truth := func(x float64) float64 { return 100 + x }
		d := dataset.Prepare(tableOf(x, func(_ int, x float64) float64 {
			return max(truth(x)*math.Exp(c.noise*r.NormFloat64())+c.jitter*r.NormFloat64(), 1)
		}), true)
		f := make([]float64, d.Points())
		for i, x := range d.Columns[0].Num {
			f[i] = truth(x)
		}
		if got := Calibrate(d, f, 0); got.Offset < c.least || got.Offset > c.most {
			t.Errorf("%s: the offset is %v", name, got.Offset)
		}
	}
}

func TestTuneFindsNumbersWhereverTheyStand(t *testing.T) {
	x := make([]float64, 100)
	for i := range x {
		x[i] = float64(i + 1)
	}
	d := dataset.Prepare(tableOf(x, func(_ int, x float64) float64 { return 2.345 * math.Pow(x, 1.678) }), true)
	start := bin(expression.Mul, expression.Constant(1.987), bin(expression.Pow, n, expression.Constant(1.523)))
	noise := NewNoise(d, 0)
	noise.Sigma = 0.05
	got := Numbers(Tune(d, start, noise, 50))
	if math.Abs(got[0]-2.345) > 1e-3 || math.Abs(got[1]-1.678) > 1e-3 {
		t.Errorf("tuned to %v", got)
	}
}

func TestTuneLeavesEverySoManiethWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	x := make([]float64, 200)
	for i := range x {
		x[i] = float64(1 + r.IntN(3000))
	}
	d := dataset.Prepare(tableOf(x, func(_ int, x float64) float64 {
		return (2e-3 + 3e-5*math.Mod(x, 100)) * math.Exp(0.1*r.NormFloat64())
	}), true)
	remainder := func(divisor float64) expression.Node {
		return bin(expression.Add, expression.Constant(2.0173e-3), bin(expression.Mul, expression.Constant(2.9171e-5), bin(expression.Mod, n, expression.Constant(divisor))))
	}
	if places, _ := Fitted(remainder(100)); len(places) != 2 {
		t.Errorf("numbers at %v are fitted, not the two that are no divisors", places)
	}
	if places, _ := Fitted(remainder(99.96)); len(places) != 3 {
		t.Errorf("numbers at %v are fitted, not all three", places)
	}
	noise := NewNoise(d, 0)
	noise.Sigma = 0.1
	tuned := Tune(d, remainder(100), noise, 30)
	if all := Numbers(tuned); all[2] != 100 || all[0] == 2.0173e-3 {
		t.Errorf("tuned to %v", all)
	}
}
