package launches

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/statistics/robust"
)

// young is a campaign of so many launches of a program that is compiled bit by bit: each
// execution takes longer than later ones by what its number in the launch says.
func young(seed uint64, launches, executions int, longer func(number float64) float64) *campaign {
	r := rand.New(rand.NewPCG(seed, 4))
	c := newCampaign()
	for launch := 1; launch <= launches; launch++ {
		for i := range executions {
			x := math.Round(200 * math.Exp(4*r.Float64()))
			c.add(launch, i, x, 1e-6*x*(1+longer(float64(i)))*math.Exp(0.17*r.NormFloat64()))
		}
	}
	c.level, c.Scatter = Level(c.raw)
	return c
}

// falling is what a JVM makes of rendering in a server that answers six hundred requests of it:
// 6 times as long at first, 1.5 in the middle, still 1.1 at the end.
func falling(number float64) float64 {
	return 5*math.Exp(-number/40) + 2*math.Exp(-number/200)
}

func TestALaunchThatFallsToItsEndIsLearntFromItsLatestPart(t *testing.T) {
	said := 0
	for seed := range uint64(10) {
		c := young(seed, 3, 600, falling)
		last := 0.0
		for i := 450; i < 600; i++ {
			last += (1 + falling(float64(i))) / 150
		}
		if got := slope(c, 0); math.Abs(got/last-1) > 0.06 {
			t.Errorf("seed %d: %.3f, want %.3f as in the last quarter", seed, got, last)
		}
		if c.Late == 3 && c.MayFall < 0.2 {
			said++
		}
	}
	if said < 8 { // the rest is chance
		t.Errorf("in %d of 10 campaigns three launches are said to be late, by less than a fifth", said)
	}
}

func TestALaunchThatHasSettledAndGetsFasterAtItsEndCountsAsAWhole(t *testing.T) {
	for seed := range uint64(10) {
		c := young(seed, 3, 2000, func(number float64) float64 {
			if number >= 1700 {
				return -0.25 // most users of a server have ended
			}
			return 5 * math.Exp(-number/40)
		})
		if got, want := slope(c, 0), 1-0.25*300/2000; math.Abs(got/want-1) > 0.05 || c.Late != 0 {
			t.Errorf("seed %d: %.3f, want %.3f as in the whole launch without its start", seed, got, want)
		}
	}
}

func TestALongerLaunchIsNotLate(t *testing.T) {
	for seed := range uint64(10) {
		c := young(seed, 3, 3000, falling)
		if got := slope(c, 0); c.Late != 0 || c.MayFall != 0 || math.Abs(got-1) > 0.05 {
			t.Errorf("seed %d: %.3f from %d rows, %d launches late, want 1 and none", seed, got, c.level.Rows(), c.Late)
		}
	}
}

func TestInputsThatShrinkInALaunchAreNoFall(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 6))
	c := newCampaign()
	for launch := 1; launch <= 3; launch++ {
		for i := range 400 {
			x := 100 * math.Pow(1.01, float64(400-i))
			c.add(launch, i, x, 1e-7*math.Pow(x, 1.3)*math.Exp(0.05*r.NormFloat64()))
		}
	}
	if c.level, c.Scatter = Level(c.raw); c.WarmUp > 60 || c.Late > 0 {
		t.Errorf("%d of 1200 rows were left out of launches whose inputs shrink, %d are late", c.WarmUp, c.Late)
	}
}

func TestWhatIsDoneOnlyInTheFirstHalfStays(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 6))
	c := newCampaign()
	for launch := 1; launch <= 3; launch++ {
		for i := range 600 {
			x := math.Round(200 * math.Exp(4*r.Float64()))
			if i == 310 {
				x = 1e7
			}
			c.add(launch, i, x, 1e-6*x*(1+falling(float64(i)))*math.Exp(0.05*r.NormFloat64()))
		}
	}
	c.level, c.Scatter = Level(c.raw)
	most := 0.0
	for _, x := range c.level.Columns[0].Num {
		most = max(most, x)
	}
	if most != 1e7 {
		t.Errorf("the largest input that is left is %g, want 1e7", most)
	}
	if middle := robust.Median(c.level.Columns[0].Num); middle > 4000 {
		t.Errorf("half of the inputs that are left are above %g", middle)
	}
}
