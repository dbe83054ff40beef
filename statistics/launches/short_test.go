package launches

import (
	"math"
	"math/rand/v2"
	"testing"
)

// mixed is a campaign of long launches, and of short ones of forty executions each: executions are
// slower than later ones by what their number in the launch says, and all of short launches by a factor.
func mixed(longer func(number float64) float64, factor float64) *campaign {
	r := rand.New(rand.NewPCG(5, 9))
	c := newCampaign()
	for launch := 1; launch <= 6; launch++ {
		executions, times := 800, 1.0
		if launch > 3 {
			executions, times = 40, factor
		}
		for i := range executions {
			c.add(launch, i, 100, 1e-6*times*(1+longer(float64(i)))*math.Exp(0.1*r.NormFloat64()))
		}
	}
	c.level, c.Scatter = Level(c.raw)
	return c
}

// kept counts the rows that short launches have in what is learnt from.
func (c *campaign) kept() (rows int) {
	for _, launch := range c.level.Launch {
		if launch > 3 {
			rows++
		}
	}
	return rows
}

func TestAShortLaunchIsAsColdAsLongOnesAreAtTheirStart(t *testing.T) {
	c := mixed(func(number float64) float64 { return 9 * math.Exp(-number/60) }, 1)
	if n := c.kept(); n != 0 || c.Launches != 3 {
		t.Errorf("%d rows of short launches are left of 120, %d launches count", n, c.Launches)
	}
}

func TestAShortLaunchThatIsSlowerStaysWhereLongOnesAreWarmAtOnce(t *testing.T) {
	c := mixed(func(float64) float64 { return 0 }, 10)
	if n := c.kept(); n != 120 {
		t.Errorf("%d rows of short launches are left of 120", n)
	}
}

func TestAShortLaunchThatIsNotSlowerStays(t *testing.T) {
	c := mixed(func(number float64) float64 { return 9 * math.Exp(-number/60) }, 0.1)
	if n := c.kept(); n < 60 { // the first half of each may still be cold by its second one
		t.Errorf("%d rows of short launches are left of 120", n)
	}
}
