package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// What each count is nobody knows before; what they are on average is known as well as sums of so many are.
func TestCountsThatScatterHaveIntervalsThatHoldTheirMean(t *testing.T) {
	held, all := 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		for range 60 {
			x := math.Round(10 * math.Exp(math.Log(100)*r.Float64()))
			table.Columns[0].Num = append(table.Columns[0].Num, x)
			table.Target.Num = append(table.Target.Num, distuv.Poisson{Lambda: 0.3 * x, Src: r}.Rand())
		}
		d := dataset.PrepareKind(table, model.Loop)
		places := []model.Column{{Variable: n.Variable, Kind: model.Number, Num: []float64{20, 200, 1000, 2000}}}
		intervals, err := Predict(d, only(times(0.3, n)), places)
		if err != nil {
			t.Fatal(err)
		}
		for i, in := range intervals {
			if in.High <= in.Low {
				t.Fatalf("seed %d: no width: %+v", seed, in)
			}
			if all++; in.Low <= 0.3*places[0].Num[i] && 0.3*places[0].Num[i] <= in.High {
				held++
			}
			if in.High > 1.5*in.Low {
				t.Errorf("seed %d: sixty counts are known to %g to %g", seed, in.Low, in.High)
			}
		}
	}
	if share := float64(held) / float64(all); share < 0.85 {
		t.Errorf("%.0f %% of the intervals hold the mean", 100*share)
	}
}

// A form two nats behind is half as likely, and an interval beyond the data holds what both say; one twenty nats behind is none.
func TestAnIntervalHoldsWhatLikelyFormsSay(t *testing.T) {
	d := dataset.Prepare(measured(func(x float64) float64 { return 2 * x }, 0.05), true)
	square := bin(expression.Mul, times(0.02, n), n)
	largest := 0.0
	for _, x := range d.Columns[0].Num {
		largest = max(largest, x)
	}
	places := []model.Column{{Variable: n.Variable, Kind: model.Number, Num: []float64{4 * largest}}}
	for behind, holds := range map[float64]bool{2: true, 20: false} {
		forms := Posterior([]expression.Node{times(2.0004, n), square, times(1.8765, n)}, []float64{10, 10 + behind, 10.5}, 0)
		if want := 2; holds && len(forms) != want {
			t.Fatalf("%g nats: %d forms, and one stands for all numbers", behind, len(forms))
		}
		in, err := Predict(d, forms, places)
		if err != nil {
			t.Fatal(err)
		}
		other, err := Predict(d, only(square), places)
		if err != nil {
			t.Fatal(err)
		}
		if got := in[0].Low <= other[0].Value && other[0].Value <= in[0].High; got && !holds {
			t.Errorf("%g nats behind: %+v holds %g", behind, in[0], other[0].Value)
		}
		if likely := forms[0].Weight; holds != (likely < 0.9) {
			t.Errorf("%g nats behind: the best has a probability of %g", behind, likely)
		}
	}
}

// Two terms that grow nearly alike are hardly known each, and well known together: what noise that is the same everywhere
// would give a single number must not widen what both say.
func TestNumbersThatAreOnlyKnownTogetherDoNotBlurTheMean(t *testing.T) {
	saturation := func(a, half float64) expression.Node {
		return bin(expression.Mul, expression.Constant(a), bin(expression.Div, n, bin(expression.Add, expression.Constant(half), n)))
	}
	d := dataset.Prepare(measured(func(x float64) float64 { return 0.05 * x / (120 + x) }, 0.05), true)
	places := []model.Column{{Variable: n.Variable, Kind: model.Number, Num: []float64{3, 10, 30}}}
	in, err := Predict(d, only(bin(expression.Add, saturation(0.02, 110), saturation(0.03, 127))), places)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range in {
		if one.High > 1.1*one.Low {
			t.Errorf("%.3g is known to %.3g to %.3g only", one.Value, one.Low, one.High)
		}
	}
}

// Three launches that agree by chance do not say that the next one does.
func TestAnotherLaunchMayDifferMoreThanAFewDid(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for i := range 180 {
		x := math.Round(math.Exp(math.Log(1000) * r.Float64()))
		table.Columns[0].Num, table.Launch = append(table.Columns[0].Num, x), append(table.Launch, int32(i/60))
		table.Target.Num = append(table.Target.Num, 2*x*math.Exp(0.03*r.NormFloat64()))
	}
	d := dataset.Prepare(table, true)
	places := []model.Column{{Variable: n.Variable, Kind: model.Number, Num: []float64{100}}}
	another, _, err := intervalsOf(d, only(times(2.0004, n)), places, true)
	if err != nil {
		t.Fatal(err)
	}
	shared, _, err := intervalsOf(d, only(times(2.0004, n)), places, false)
	if err != nil {
		t.Fatal(err)
	}
	half := func(in Interval) float64 { return math.Log(in.High/in.Low) / 2 }
	if got := half(another[0]); got < 0.1 || got > 0.2 {
		t.Errorf("another launch: to %.3f", got)
	}
	if got := half(shared[0]); got > 0.1 {
		t.Errorf("what all launches share: to %.3f", got)
	}
}

// only is one form for certain.
func only(n expression.Node) []Form { return []Form{{n, 1}} }

// A form that is no more than a hundredth as likely as the best changes no interval of 90 %, and a likelier one may.
func TestFormsThatAreHardlyLikelyAreLeftOut(t *testing.T) {
	square := bin(expression.Mul, times(0.02, n), n)
	for behind, want := range map[float64]int{13: 2, 14.5: 1} {
		if forms := Posterior([]expression.Node{times(2.0004, n), square}, []float64{10, 10 + behind}, 0); len(forms) != want {
			t.Errorf("%g nats behind: %d forms are left", behind, len(forms))
		}
	}
}

// Before launches are known to differ they are expected to differ by a tenth, as if two had been seen.
func TestAFewLaunchesThatAgreeSayLittleOfTheNext(t *testing.T) {
	differ := func(launches int, between float64, another bool) float64 {
		d := &dataset.Data{}
		d.Scatter.Launches, d.Scatter.Between = launches, between
		return math.Sqrt(launchVariance(d, another)) / student(priorWeight+float64(launches)-1)
	}
	for _, c := range []struct {
		launches      int
		between, want float64 // standard deviation of another launch's mean
	}{
		{3, 0, math.Sqrt(2 * 0.01 / 4 * 4 / 3)},
		{3, 0.2, math.Sqrt((2*0.01 + 2*0.04) / 4 * 4 / 3)},
		{11, 0.2, math.Sqrt((2*0.01 + 10*0.04) / 12 * 12 / 11)},
	} {
		if got := differ(c.launches, c.between, true); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%d launches that differ by %g: %g, want %g", c.launches, c.between, got, c.want)
		}
	}
	if shared, another := differ(3, 0.2, false), differ(3, 0.2, true); math.Abs(another-2*shared) > 1e-9 {
		t.Errorf("the mean of three launches is known to %g, another one to %g", shared, another)
	}
}
