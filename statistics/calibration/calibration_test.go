package calibration_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/calibration"
	"beagle/statistics/dataset"
)

var n = expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}

// measured is a table of n, drawn evenly over three decades, and what it takes.
func measured(rows int, takes func(r *rand.Rand, n float64) float64) *model.Table {
	r := rand.New(rand.NewPCG(3, uint64(rows)))
	t := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
	for range rows {
		x := math.Round(math.Exp(2 + 7*r.Float64()))
		t.Columns[0].Num, t.Target.Num = append(t.Columns[0].Num, x), append(t.Target.Num, takes(r, x))
	}
	return t
}

func line(offset, slope float64) expression.Node {
	return expression.Binary{Op: expression.Add, Left: expression.Constant(offset), Right: expression.Binary{Op: expression.Mul, Left: expression.Constant(slope), Right: n}}
}

func totals(t *testing.T, table *model.Table, n expression.Node) float64 {
	t.Helper()
	f, err := dataset.Evaluate(n, table.Columns)
	if err != nil {
		t.Fatal(err)
	}
	said, all := 0.0, 0.0
	for i, y := range table.Target.Num {
		said += f[i]
		all += y
	}
	return said / all
}

func TestARareSlowPathIsKept(t *testing.T) {
	table := measured(3000, func(r *rand.Rand, n float64) float64 {
		y := (1e-6 + 2e-8*n) * math.Exp(0.1*r.NormFloat64())
		if r.IntN(20) == 0 {
			y *= 25
		}
		return y
	})
	m := calibration.Of(dataset.Prepare(table, true), line(1e-6, 2e-8))
	if m == nil || !m.Calibrated || math.Abs(m.Ratio/2.2-1) > 0.2 || m.Low > 2.2 || m.High < 2.2 {
		t.Fatalf("%+v, want a ratio of 2.2", m)
	}
	if share := totals(t, table, m.Expression); math.Abs(share-1) > 0.01 {
		t.Errorf("the modelled total is %.3f of the measured one with %s", share, expression.String(m.Expression))
	}
}

func TestWhatHappenedOnceIsNoMean(t *testing.T) {
	for _, times := range []int{1, 2} {
		at := 0
		table := measured(300, func(r *rand.Rand, n float64) float64 {
			y := (1e-6 + 2e-8*n) * math.Exp(0.1*r.NormFloat64())
			if at++; at%140 == 0 && at/140 <= times {
				y = 1e-2
			}
			return y
		})
		if m := calibration.Of(dataset.Prepare(table, true), line(1e-6, 2e-8)); m == nil || m.Calibrated {
			t.Errorf("%d outliers: %+v, want the expression as it is", times, m)
		}
	}
}

func TestALittleNoiseNeedsNoOtherNumbers(t *testing.T) {
	beside := 0
	for seed := range 20 {
		table := measured(200+seed, func(r *rand.Rand, n float64) float64 { return (1e-6 + 2e-8*n) * math.Exp(0.1*r.NormFloat64()) })
		if m := calibration.Of(dataset.Prepare(table, true), line(1e-6, 2e-8)); m == nil || m.Calibrated {
			t.Errorf("seed %d: %+v", seed, m)
		} else if mean := math.Exp(0.1 * 0.1 / 2); m.Low > mean || m.High < mean {
			beside++
		}
	}
	if beside > 5 { // of 20 intervals of 90 %
		t.Errorf("%d of 20 intervals miss the mean", beside)
	}
}

// launched is that table, as several launches measured it.
func launched(t *model.Table, launches int) *model.Table {
	for i := range t.Target.Num {
		t.Launch, t.Seq = append(t.Launch, int32(i*launches/len(t.Target.Num))), append(t.Seq, int64(i))
	}
	return t
}

func TestRareWaitsOfAnySizeAreAddedNotMultiplied(t *testing.T) {
	table := measured(3000, func(r *rand.Rand, n float64) float64 {
		y := (2.5e-4 + 3e-8*n) * math.Exp(0.05*r.NormFloat64())
		if r.IntN(20) == 0 {
			y += 0.1 + 0.1*r.Float64() // some answers are slow, whatever was asked
		}
		return y
	})
	m := calibration.Of(dataset.Prepare(launched(table, 5), true, dataset.ProcessorTimes), line(2.5e-4, 3e-8))
	if m == nil || !m.Calibrated {
		t.Fatalf("%+v", m)
	}
	if share := totals(t, table, m.Expression); math.Abs(share-1) > 0.02 {
		t.Errorf("the modelled total is %.3f of the measured one with %s", share, expression.String(m.Expression))
	}
	const far = 1e5
	f, err := dataset.Evaluate(m.Expression, []model.Column{{Variable: n.Variable, Kind: model.Number, Num: []float64{far}}})
	if want := 7.75e-3 + 3e-8*far; err != nil || math.Abs(f[0]/want-1) > 0.25 {
		t.Errorf("at %g: %v, want %g (%s)", far, f, want, expression.String(m.Expression))
	}
}

func TestAPauseInTheFirstHalfOfALaunchIsNotHidden(t *testing.T) {
	at := 0
	table := measured(1000, func(r *rand.Rand, n float64) float64 {
		y := (1e-6 + 2e-8*n) * math.Exp(0.1*r.NormFloat64())
		if at++; at == 50 {
			y = 0.1 // much longer than all others together
		}
		return y
	})
	m := calibration.Of(dataset.Prepare(launched(table, 5), true, dataset.ProcessorTimes), line(1e-6, 2e-8))
	if m == nil || m.Settled || m.Calibrated || m.Largest < 0.5 || m.High < 2 {
		t.Errorf("%+v, want a mean that is badly known because of one observation", m)
	}
}

func TestSlowFirstHalvesOfLaunchesDoNotCount(t *testing.T) {
	at := 0
	table := measured(1000, func(r *rand.Rand, n float64) float64 {
		y := (1e-6 + 2e-8*n) * math.Exp(0.1*r.NormFloat64())
		if at%200 < 90 {
			y *= 1.6 // not compiled yet
		}
		at++
		return y
	})
	d := dataset.Prepare(table, true, dataset.ProcessorTimes, dataset.AsMeasured)
	d.Table.Launch = launched(table, 5).Launch // without what levels would take away
	m := calibration.Of(d, line(1e-6, 2e-8))
	if m == nil || !m.Settled || math.Abs(m.Early-1.5) > 0.2 || math.Abs(m.Ratio-1) > 0.05 {
		t.Errorf("%+v, want that second halves count", m)
	}
}

// A launch's second half is that of all that it measured: launches that are held against it count by that.
func TestWhatWasLeftOutAsWarmingUpBelongsToTheFirstHalf(t *testing.T) {
	at := 0
	table := measured(3000, func(r *rand.Rand, n float64) float64 {
		y := (1e-6 + 2e-8*n) * math.Exp(0.1*r.NormFloat64())
		switch place := at % 1000; {
		case place < 400:
			y *= 3 // left out
		case place < 700:
			y *= 1.08
		}
		at++
		return y
	})
	launched(table, 3)
	for i := range table.Seq {
		table.Seq[i] = int64(i % 1000)
	}
	m := calibration.Of(dataset.Prepare(table, true, dataset.ProcessorTimes), line(1e-6, 2e-8))
	if want := 1 + 0.08*200/500; m == nil || math.Abs(m.Ratio-want) > 0.012 {
		t.Errorf("%+v, want the ratio of the launches' second halves, %.3f", m, want)
	}
}

// Nobody is told of some hundredths that a compiler still needed, but they are no cost of the
// program that has settled.
func TestFirstHalvesThatAreALittleSlowerDoNotCountEither(t *testing.T) {
	at := 0
	table := measured(3000, func(r *rand.Rand, n float64) float64 {
		y := (1e-6 + 2e-8*n) * math.Exp(0.1*r.NormFloat64())
		if at%1000 < 500 {
			y *= 1.06
		}
		at++
		return y
	})
	m := calibration.Of(dataset.Prepare(launched(table, 3), true, dataset.ProcessorTimes), line(1e-6, 2e-8))
	if m == nil || m.Settled || m.Observations > 1600 || math.Abs(m.Ratio-1) > 0.02 {
		t.Errorf("%+v, want a ratio of one by second halves", m)
	}
}

// A mean that is some hundredths above what is typical in every launch is a cost of the program: what is
// written has to have the measured total.
func TestALevelThatIsSurelyALittleLowIsRaised(t *testing.T) {
	table := measured(3000, func(r *rand.Rand, n float64) float64 {
		y := (1e-6 + 2e-8*n) * math.Exp(0.1*r.NormFloat64())
		if r.IntN(20) == 0 {
			y *= 2.2
		}
		return y
	})
	m := calibration.Of(dataset.Prepare(launched(table, 3), true, dataset.ProcessorTimes), line(1e-6, 2e-8))
	if m == nil || !m.Calibrated || m.Low > 1.05 || m.Low < 1 {
		t.Fatalf("%+v, want a level that is a little low", m)
	}
	if share := totals(t, table, m.Expression); math.Abs(share-1) > 0.03 {
		t.Errorf("the modelled total is %.3f of the measured one with %s", share, expression.String(m.Expression))
	}
}

func TestAMeanOfAnotherShapeIsFitted(t *testing.T) {
	table := measured(2000, func(r *rand.Rand, n float64) float64 {
		y := (5e-6 + 2e-8*n) * math.Exp(0.1*r.NormFloat64())
		if r.IntN(10) == 0 {
			y += 2e-4 // waits now and then, whatever the input is
		}
		return y
	})
	m := calibration.Of(dataset.Prepare(table, true), line(5e-6, 2e-8))
	if m == nil || !m.Varies || !m.Calibrated {
		t.Fatalf("%+v, want another shape", m)
	}
	for _, x := range []float64{20, 500, 5000} {
		f, err := dataset.Evaluate(m.Expression, []model.Column{{Variable: n.Variable, Kind: model.Number, Num: []float64{x}}})
		if want := 2.5e-5 + 2e-8*x; err != nil || math.Abs(f[0]/want-1) > 0.2 {
			t.Errorf("at %g: %v, want %g (%s)", x, f, want, expression.String(m.Expression))
		}
	}
}

func TestTheExpressionAloneIsThatOfTheMean(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 4))
		rare, rows := r.IntN(30)+2, 60+r.IntN(300)
		table := measured(rows, func(r *rand.Rand, n float64) float64 {
			y := (1e-6 + 2e-8*n) * math.Exp(0.3*r.NormFloat64())
			if r.IntN(rare) == 0 {
				y *= 6
			}
			return y
		})
		given := line(1e-6, 2e-8)
		want := calibration.Of(dataset.Prepare(table, true), given)
		if got := calibration.Expression(dataset.Prepare(table, true), given); got != want.Expression {
			t.Errorf("seed %d: %s, want %s", seed, expression.String(got), expression.String(want.Expression))
		}
		if want.Low > want.Ratio || want.High < want.Ratio {
			t.Errorf("seed %d: the ratio %g lies outside of its interval %g to %g", seed, want.Ratio, want.Low, want.High)
		}
	}
}

func TestAFewPausesAreAConstantWhereverTheyFell(t *testing.T) {
	at := 0
	table := measured(240, func(r *rand.Rand, n float64) float64 {
		at++
		y := (1e-6 + 2e-8*n) * math.Exp(0.1*r.NormFloat64())
		if at%50 == 0 {
			y += 2e-3 + 2e-7*n // a collector's, by chance longer where the input was larger
		}
		return y
	})
	m := calibration.Of(dataset.Prepare(table, true), line(1e-6, 2e-8))
	if m == nil {
		t.Fatal("nothing is said")
	}
	const far = 4e5
	f, err := dataset.Evaluate(m.Expression, []model.Column{{Variable: n.Variable, Kind: model.Number, Num: []float64{far}}})
	if want := 1e-6 + 2e-8*far; err != nil || math.Abs(f[0]/want-1) > 0.25 {
		t.Errorf("at %g: %v, want %g (%s, %+v)", far, f, want, expression.String(m.Expression), m)
	}
}

// Two numbers that nearly cancel need more digits than one alone: with four of them what is written was off by the whole
// value where inputs are small for their range.
func TestNumbersThatCancelKeepTheirDigits(t *testing.T) {
	const base = 1e7
	table := measured(4000, func(r *rand.Rand, n float64) float64 { return (1e-3 + 2e-6*n) * math.Exp(0.6*r.NormFloat64()) })
	for i := range table.Columns[0].Num {
		table.Columns[0].Num[i] += base
	}
	data := dataset.Prepare(table, true)
	mean := calibration.Of(data, line(1e-3-2e-6*base, 2e-6))
	if mean == nil || !mean.Calibrated {
		t.Fatalf("%+v", mean)
	}
	if ratio := totals(t, table, mean.Expression); math.Abs(ratio-1) > 0.02 {
		t.Errorf("%s says %.2f times the measured total", expression.String(mean.Expression), ratio)
	}
}
