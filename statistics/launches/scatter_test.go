package launches

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"beagle/model"
	"beagle/statistics/robust"
)

// campaign is a table as it was measured, and what is said of it.
type campaign struct {
	raw, level *model.Table
	Scatter
}

func newCampaign() *campaign {
	return &campaign{raw: &model.Table{
		Columns: []model.Column{{Variable: model.Variable{Name: "file", Char: model.ByteSize}, Kind: model.Number}},
		Target:  model.Column{Kind: model.Number},
	}}
}

func (c *campaign) add(launch, seq int, x, y float64) {
	c.raw.Columns[0].Num, c.raw.Target.Num = append(c.raw.Columns[0].Num, x), append(c.raw.Target.Num, y)
	c.raw.Launch, c.raw.Seq, c.raw.Weight = append(c.raw.Launch, int32(launch)), append(c.raw.Seq, int64(seq)), append(c.raw.Weight, 1)
}

// launched is a campaign in which each launch measured 1e-6 * x by its own factor
// for some inputs, with 2 % noise.
func launched(r *rand.Rand, inputs func(launch int) []float64, factors ...float64) *campaign {
	c := newCampaign()
	for launch, factor := range factors {
		for i, x := range inputs(launch) {
			c.add(launch+1, i, x, 1e-6*x*factor*math.Exp(0.02*r.NormFloat64()))
		}
	}
	c.level, c.Scatter = Level(c.raw)
	return c
}

// same are the same inputs in every launch.
func same(int) (xs []float64) {
	for i := range 60 {
		xs = append(xs, math.Round(100*math.Pow(1.1, float64(i%20))))
	}
	return xs
}

// slope is the median of value divided by input, in units of the true one, of
// one launch; 0: of all.
func slope(b *campaign, launch int32) float64 {
	t := b.level
	var all []float64
	for i, y := range t.Target.Num {
		if launch == 0 || t.Launch[i] == launch {
			all = append(all, y/t.Columns[0].Num[i]/1e-6)
		}
	}
	return robust.Median(all)
}

func TestLaunchesThatDifferAreBroughtToOneLevel(t *testing.T) {
	b := launched(rand.New(rand.NewPCG(1, 1)), same, 1, 1.4, 1, 1.4, 1.4, 1)
	for l := range int32(6) {
		if got, want := slope(b, l+1), math.Sqrt(1.4); math.Abs(got/want-1) > 0.02 {
			t.Errorf("launch %d lies at %.3f, the mean of the logarithms at %.3f", l+1, got, want)
		}
	}
	s := b.Scatter
	if want := math.Log(1.4) / 2 * math.Sqrt(6.0/5); s.Launches != 6 || math.Abs(s.Between-want) > 0.01 || s.Outliers != 0 {
		t.Errorf("scatter %+v, want %.3f between launches", s, want)
	}
	if want := 2.571 * s.Between / math.Sqrt(6); math.Abs(s.HalfWidth-want) > 1e-3 {
		t.Errorf("half width %.3f, want %.3f", s.HalfWidth, want)
	}
	if raw := b.raw; raw.Rows() != 360 || math.Abs(slices.Max(raw.Target.Num)/slices.Max(b.level.Target.Num)-1.18) > 0.05 {
		t.Error("the measurements themselves were changed")
	}
}

func TestThreeLaunchesThatDifferLittleAreNotSaidToBeEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for _, launches := range []int{2, 3, 5} {
		equal := 0
		for range 40 {
			factors := slices.Repeat([]float64{1}, launches)
			if s := launched(r, same, factors...).Scatter; !(s.Between > 1e-4) { // each input has 2 % of noise
				equal++
			}
		}
		if equal > 1 {
			t.Errorf("%d launches scatter by nothing in %d of 40 campaigns", launches, equal)
		}
	}
}

// A few measurements of a launch say little of it; levelling by them would put noise
// into all of its rows.
func TestWhatChanceMakesOfLaunchesStays(t *testing.T) {
	few := func(int) []float64 { return []float64{100, 300, 1000, 3000} }
	for _, c := range []struct {
		factors     []float64
		least, most float64 // of the difference between the launches that is taken out
	}{
		{[]float64{1, 1, 1, 1}, 0, 0.6},
		{[]float64{1, 1.3, 1.3, 1}, 0.95, 1.01},
	} {
		r := rand.New(rand.NewPCG(9, 1))
		var there, taken float64
		for range 40 {
			b := launched(r, few, c.factors...)
			raw, level := b.raw, b.level
			off := make([]float64, len(c.factors))
			for i, y := range raw.Target.Num {
				off[raw.Launch[i]-1] += math.Log(y/raw.Columns[0].Num[i]/1e-6) / 4
				taken += math.Pow(math.Log(y/level.Target.Num[i]), 2) / 4
			}
			mean := stat.Mean(off, nil)
			for _, o := range off {
				there += (o - mean) * (o - mean)
			}
		}
		if share := math.Sqrt(taken / there); share < c.least || share > c.most {
			t.Errorf("launches that take %v times as long: %.2f of what they differ by was taken out, want %.2f to %.2f", c.factors, share, c.least, c.most)
		}
	}
}

func TestOneOddLaunchMovesNothingByMuch(t *testing.T) {
	b := launched(rand.New(rand.NewPCG(2, 1)), same, 1, 1.02, 0.99, 8, 1.01, 0.98)
	if got := slope(b, 0); got < 0.97 || got > 1.15 {
		t.Errorf("one launch of six took eight times as long; the level is %.3f", got)
	}
	if s := b.Scatter; s.Outliers != 1 {
		t.Errorf("%+v, want one odd launch", s)
	}
}

func TestLaunchesWithOtherInputsOfTheSameKindAreCompared(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	drawn := func(int) (xs []float64) {
		for range 300 {
			xs = append(xs, 100*math.Exp(2*r.Float64()))
		}
		return xs
	}
	b := launched(r, drawn, 1, 1.4, 1, 1.4)
	for l := range int32(4) {
		if got, want := slope(b, l+1), math.Sqrt(1.4); math.Abs(got/want-1) > 0.03 {
			t.Errorf("launch %d lies at %.3f, want %.3f", l+1, got, want)
		}
	}
}

func TestLaunchesThatShareNothingStayAsTheyAre(t *testing.T) {
	apart := func(launch int) []float64 {
		xs := same(launch)
		for i := range xs {
			xs[i] *= math.Pow(100, float64(launch))
		}
		return xs
	}
	b := launched(rand.New(rand.NewPCG(4, 1)), apart, 1, 1.4)
	if a, c := slope(b, 1), slope(b, 2); math.Abs(a-1) > 0.02 || math.Abs(c-1.4) > 0.02 {
		t.Errorf("levels %.3f and %.3f, want 1 and 1.4", a, c)
	}
	if s := b.Scatter; !math.IsNaN(s.Between) || !math.IsNaN(s.HalfWidth) || s.Launches != 2 {
		t.Errorf("%+v, want an unknown scatter", s)
	}
}

// A program that is launched with a size: that all launches of a size were slow
// must stay visible.
func TestLaunchesOfOneSizeEachAreNotLevelled(t *testing.T) {
	sized := func(launch int) []float64 { return slices.Repeat([]float64{100 * math.Pow(4, float64(launch/2))}, 40) }
	b := launched(rand.New(rand.NewPCG(6, 1)), sized, 1, 1.2, 1.1, 1)
	if a, c := slope(b, 1), slope(b, 2); math.Abs(c/a-1.2) > 0.02 {
		t.Errorf("two launches of a size lie at %.3f and %.3f, want 1 and 1.2", a, c)
	}
	if s := b.Scatter; !(s.Between > 0.05) {
		t.Errorf("%+v, want the scatter between launches", s)
	}
}

func TestTheIntervalCoversTheSharedLevelAsOftenAsItSays(t *testing.T) {
	for _, humps := range []bool{false, true} {
		for _, launches := range []int{4, 12} {
			covered, runs := 0, 100
			for run := range runs {
				r := rand.New(rand.NewPCG(uint64(run), uint64(launches)))
				factors := make([]float64, launches)
				for i := range factors {
					if factors[i] = math.Exp(0.15 * r.NormFloat64()); humps {
						factors[i] = math.Exp(0.15 * float64(2*r.IntN(2)-1))
					}
				}
				b := launched(r, same, factors...)
				if math.Abs(math.Log(slope(b, 0))) <= b.Scatter.HalfWidth {
					covered++
				}
			}
			// Three standard deviations of 100 runs below 95 %. Four launches of
			// two humps are all in one of them in an eighth of the runs, and then
			// look as if there were no other.
			share, least := float64(covered)/float64(runs), 0.88
			if humps && launches == 4 {
				least = 0.77
			}
			if share < least {
				t.Errorf("two humps %v: %d launches, %.0f %% covered", humps, launches, 100*share)
			}
		}
	}
}

func TestWarmUpOfEachLaunchIsKeptApart(t *testing.T) {
	b := newCampaign()
	r := rand.New(rand.NewPCG(5, 1))
	for launch := range 3 {
		for i := range 400 {
			x, factor := math.Round(100*math.Exp(2*r.Float64())), 1.0
			if i < 60 {
				factor = 3
			}
			if i == 5 {
				x = 1e6 // done once, at the start
			}
			b.add(launch, i, x, 1e-6*x*factor*math.Exp(0.05*r.NormFloat64()))
		}
	}
	b.level, b.Scatter = Level(b.raw)
	if s := b.Scatter; s.WarmUp < 3*57 || s.WarmUp > 3*62 {
		t.Errorf("%d of 1200 rows left out, want 59 of each launch", s.WarmUp)
	}
	table := b.level
	if table.Rows()+b.Scatter.WarmUp != 1200 || len(table.Columns[0].Num) != table.Rows() || len(table.Weight) != table.Rows() {
		t.Error("the table is not of one length")
	}
	if slices.Max(table.Columns[0].Num) != 1e6 {
		t.Error("what was done only at the start is lost")
	}
	if b.raw.Rows() != 1200 {
		t.Error("the table was changed")
	}
}

func TestALaunchWithoutWarmUpLosesNothing(t *testing.T) {
	for seed := range uint64(20) {
		if s := launched(rand.New(rand.NewPCG(seed, 9)), same, 1, 1.4, 1).Scatter; s.WarmUp > 0 {
			t.Errorf("seed %d: %d rows left out", seed, s.WarmUp)
		}
	}
}

func TestFirstCallsAreColdWithInputsThatNeverComeAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	c := newCampaign()
	for launch := 1; launch <= 3; launch++ {
		for i := range 80 {
			x := math.Round(100 * math.Exp(6*r.Float64()))
			y := 1e-6 * math.Exp(0.1*r.NormFloat64())
			if i < 7 {
				y *= 50 // interpreted
			}
			c.add(launch, i, x, y)
		}
	}
	c.level, c.Scatter = Level(c.raw)
	if most := slices.Max(c.level.Target.Num); most > 3e-6 {
		t.Errorf("an observation of %g s is left among those of 1e-06 s", most)
	}
	if c.WarmUp > 40 {
		t.Errorf("%d of 240 observations were left out, want some 21", c.WarmUp)
	}
}

func TestAVeryFewFirstCallsAreCold(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	c := newCampaign()
	for launch := 1; launch <= 3; launch++ {
		for i := range 100 {
			y := 1e-6 * math.Exp(0.03*r.NormFloat64())
			if i < 3 || i == 60 {
				y *= 50 // classes are loaded; and once, much later, something else
			}
			c.add(launch, i, 100, y)
		}
	}
	c.level, c.Scatter = Level(c.raw)
	if c.WarmUp != 9 {
		t.Errorf("%d observations were left out, want the first three of each launch, and not what comes later", c.WarmUp)
	}
}
