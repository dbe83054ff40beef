package campaign

import (
	"testing"

	"beagle/model"
)

// A launch that executes a demand twice says less of it than one that does so a thousand times, also where
// that one is left out.
func TestNoFewColdExecutionsStandForManyThatAreLeftOut(t *testing.T) {
	at := State{Aside: map[model.ElementID][]Aside{
		"_cold":  {{Launch: 1, Times: 2, Seconds: 1e-3}, {Launch: 2, Times: 1000, Seconds: 1e-6}},
		"_warm":  {{Launch: 1, Times: 200, Seconds: 2e-6}, {Launch: 2, Times: 1000, Seconds: 1e-6}},
		"_alone": {{Launch: 2, Times: 7, Seconds: 1e-6}},
	}}
	at.Without(func(launch int32) bool { return launch == 2 })
	for id, want := range map[model.ElementID]int{"_cold": 2, "_warm": 1, "_alone": 1} {
		if got := len(at.Aside[id]); got != want {
			t.Errorf("%s is known of %d launches, want %d", id, got, want)
		}
	}
}
