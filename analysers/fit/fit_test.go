package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model/expression"
)

func TestSolveIsExactAndKnowsDependence(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 6}
	square, double, y := make([]float64, 6), make([]float64, 6), make([]float64, 6)
	for i, v := range x {
		square[i], double[i], y[i] = v*v, 2*v, 1e-9*(7+3*v-2*v*v)
	}
	coef, rss := Solve([][]float64{ones(6), x, square}, y, ones(6))
	for i, want := range []float64{7e-9, 3e-9, -2e-9} {
		if math.Abs(coef[i]/want-1) > 1e-9 {
			t.Errorf("coefficient %d is %v, want %v", i, coef[i], want)
		}
	}
	if rss > 1e-30 {
		t.Errorf("rss is %v", rss)
	}
	if coef, _ := Solve([][]float64{x, double}, y, ones(6)); coef != nil {
		t.Errorf("dependent columns have the coefficients %v", coef)
	}
	if coef, _ := Solve([][]float64{x, square}, y[:1], ones(1)); coef != nil {
		t.Errorf("one point has the coefficients %v", coef)
	}
}

func TestOutliersDoNotMoveTheFit(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	x := make([]float64, 200)
	for i := range x {
		x[i] = float64(i + 1)
	}
	d := Prepare(tableOf(x, func(i int, x float64) float64 {
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
		d := Prepare(tableOf(x, func(_ int, x float64) float64 {
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
	d := Prepare(tableOf(x, func(_ int, x float64) float64 { return 2.345 * math.Pow(x, 1.678) }), true)
	start := bin(expression.Mul, expression.Constant(1.987), bin(expression.Pow, n, expression.Constant(1.523)))
	noise := NewNoise(d, 0)
	noise.Sigma = 0.05
	got := Numbers(Tune(d, start, noise, 50))
	if math.Abs(got[0]-2.345) > 1e-3 || math.Abs(got[1]-1.678) > 1e-3 {
		t.Errorf("tuned to %v", got)
	}
}

func TestThresholdsAreRound(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		binary    Binary
		want      float64
		above     bool
	}{
		{9, 10, Sometimes, 10, false},
		{99, 100, Sometimes, 100, false},
		{100, 101, Sometimes, 100, true},
		{900, 1200, Sometimes, 1000, false},
		{900, 1200, Often, 1024, false},
		{3900, 4300, Often, 4096, false},
		{37, 55, Sometimes, 50, false},
		{57, 69, Sometimes, 64, false},
		{57, 69, Seldom, 60, false},
		{61, 69, Seldom, 64, false},
	} {
		if got, above := Threshold(c.low, c.high, true, c.binary); got != c.want || above != c.above {
			t.Errorf("between %v and %v lies %v (above: %v), want %v", c.low, c.high, got, above, c.want)
		}
	}
}

// Thresholds of functions that were thought up by people who did not know how
// they are chosen here.
func TestThresholdsThatPeopleWroteAreMostlyFound(t *testing.T) {
	share := func(usual Binary) float64 {
		found, all := 0.0, 0.0
		for i, x := range []float64{
			47, 150, 3, 2000, 100, 9, 17, 1000, 18, 60, 35, 500, 50, 2, 100, 50, 6, 22, 30, 100, 5,
			32768, 65536, 1 << 20, 4096, 1024,
		} {
			binary := usual
			if i >= 21 {
				binary = Often // of bytes
			}
			r := rand.New(rand.NewPCG(uint64(i), 3))
			for range 50 {
				low := min(math.Floor(x*math.Exp(-0.15*r.Float64())), x-1)
				high := max(math.Ceil(x*math.Exp(0.15*r.Float64())), x+1)
				all++
				if got, _ := Threshold(low, high, true, binary); got == x {
					found++
				}
			}
		}
		return found / all
	}
	seldom, sometimes := share(Seldom), share(Sometimes)
	t.Logf("found are %.1f %% with seldom powers of two, %.1f %% with some", 100*seldom, 100*sometimes)
	if seldom < 0.65 || seldom <= sometimes {
		t.Errorf("found are %.3f with seldom powers of two, %.3f with some", seldom, sometimes)
	}
}

func TestSimpleThingsAreShort(t *testing.T) {
	c := func(x float64) expression.Node { return expression.Constant(x) }
	nlogn := bin(expression.Mul, n, bin(expression.Log, c(2), n))
	for _, pair := range [][2]expression.Node{
		{c(2), c(2.345)},
		{n, bin(expression.Mul, n, n)},
		{nlogn, bin(expression.Pow, n, c(1.5))},
		{bin(expression.Add, n, c(1)), bin(expression.Sub, bin(expression.Mul, c(2), n), n)},
	} {
		if a, b := Length(pair[0], 2, 100), Length(pair[1], 2, 100); a >= b {
			t.Errorf("%s is longer (%v) than %s (%v)", expression.String(pair[0]), a, expression.String(pair[1]), b)
		}
	}
}

func TestWildGrowthBeyondTheDataCosts(t *testing.T) {
	x := make([]float64, 50)
	for i := range x {
		x[i] = float64(i + 1)
	}
	d := Prepare(tableOf(x, func(_ int, x float64) float64 { return 10 }), true)
	tame := bin(expression.Add, expression.Constant(10), bin(expression.Mul, expression.Constant(0.01), n))
	growing := bin(expression.Add, expression.Constant(10), bin(expression.Mul, expression.Constant(1e-15), bin(expression.Pow, expression.Constant(2), n)))
	if wild(d, tame) != 0 || wild(d, growing) < 10 {
		t.Errorf("costs are %v and %v", wild(d, tame), wild(d, growing))
	}
}

func TestReadableKeepsWhatTheDataKnow(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	x := make([]float64, 100)
	for i := range x {
		x[i] = float64(i + 1)
	}
	noisy := Prepare(tableOf(x, func(_ int, x float64) float64 { return 1.23456789 * x * math.Exp(0.1*r.NormFloat64()) }), true)
	if got := expression.String(Readable(noisy, bin(expression.Mul, expression.Constant(1.23456789), n))); got != "1.235 * n.VALUE" {
		t.Errorf("noisy: %s", got)
	}
	exact := Prepare(tableOf(x, func(_ int, x float64) float64 { return 1.23456789 * x }), true)
	if got := expression.String(Readable(exact, bin(expression.Mul, expression.Constant(1.23456789), n))); got != "1.23456789 * n.VALUE" {
		t.Errorf("exact: %s", got)
	}
}
