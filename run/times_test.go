package run

import (
	"slices"
	"testing"
)

func TestADemandThatFallsToTheEndOfItsLaunchesIsDoubted(t *testing.T) {
	for want, times := range map[string]Times{
		"3 launches still got faster after half of its executions: what came before is left out, and a program that runs for longer may take less, by up to 9.0 %; let each launch run several times as long": {Launches: 3, Late: 3, MayFall: 0.09},
		"1 launch still got faster after half of its executions: what came before is left out, and a program that runs for longer may take less; let each launch run several times as long":                   {Launches: 3, Late: 1},
	} {
		if got := times.Doubts(); !slices.Equal(got, []string{want}) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := (&Times{Launches: 3, WarmUp: 900}).Doubts(); got != nil {
		t.Errorf("%q is said of launches that have settled", got)
	}
}
