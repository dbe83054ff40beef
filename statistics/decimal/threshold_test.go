package decimal

import (
	"math"
	"math/rand/v2"
	"testing"
)

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
