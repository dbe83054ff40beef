package run

import "testing"

func TestWhatTheStartOfLaunchesTookIsSaid(t *testing.T) {
	s := ServicePrediction{Calls: 1000, WarmingUp: 500, WarmUp: 2.8, Unsettled: 1}
	if got, want := s.Starting(), "500 calls at the start of launches are left out, at 2.8 times the time of the others: whole launches took 1.6 times as long; 1 launch got faster to the end"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if warm := (ServicePrediction{Calls: 1000}); warm.Starting() != "" || warm.WholeLaunches() != 1 {
		t.Errorf("%q, %g times, where nothing was left out", warm.Starting(), warm.WholeLaunches())
	}
}
