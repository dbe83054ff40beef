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

// A launch of twelve kept samples whose first one made a generator of random numbers: it would stand for
// as many executions as the others.
func TestWhatALaunchOfFewSamplesDidOnceAtItsStartIsNoneOfThem(t *testing.T) {
	for _, test := range []struct {
		what  string
		first func(row int) float64 // times what is usual
		want  int
	}{
		{"the first", func(row int) float64 { return map[bool]float64{true: 200, false: 1}[row == 0] }, 3},
		{"the first and a later one", func(row int) float64 { return map[bool]float64{true: 200, false: 1}[row%7 == 0] }, 0},
		{"none", func(int) float64 { return 1 }, 0},
	} {
		r := rand.New(rand.NewPCG(5, 9))
		c := newCampaign()
		for launch := 1; launch <= 3; launch++ {
			for i := range 12 {
				c.add(launch, i, 100, 1e-6*test.first(i)*math.Exp(0.2*r.NormFloat64()))
			}
		}
		if c.level, c.Scatter = Level(c.raw); c.WarmUp != test.want {
			t.Errorf("%s: %d rows were left out, want %d", test.what, c.WarmUp, test.want)
		}
	}
}
