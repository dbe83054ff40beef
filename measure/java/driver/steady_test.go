package driver

import (
	"math/rand"
	"testing"
)

func TestTheSteadyStateBeginsWhereTheLevelStopsChanging(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	level := func(n int, at float64) (x []float64) {
		for range n {
			x = append(x, at+0.01*r.NormFloat64())
		}
		return x
	}
	join := func(parts ...[]float64) (x []float64) {
		for _, p := range parts {
			x = append(x, p...)
		}
		return x
	}
	if from, settled := steady(join(level(20, 2), level(10, 0.5), level(70, 0))); from < 29 || from > 31 || !settled {
		t.Errorf("warm-up of 30 rounds: from %d, settled %v", from, settled)
	}
	if from, settled := steady(level(100, 0)); from != 0 || !settled {
		t.Errorf("no warm-up: from %d, settled %v", from, settled)
	}
	if _, settled := steady(join(level(85, 0), level(15, -0.5))); settled {
		t.Error("a change near the end is called steady")
	}
}

func TestARoundThatTheTimeCutShortIsNoSteadyState(t *testing.T) {
	var all []batches
	for place := range 3 {
		b := batches{}
		for round := range 5 {
			if round == 4 && place > 0 {
				break
			}
			b.round, b.calls, b.ns = append(b.round, round), append(b.calls, 1), append(b.ns, 100)
		}
		all = append(all, b)
	}
	if rounds := levels(all); len(rounds) != 4 {
		t.Errorf("%d rounds count", len(rounds))
	}
}
