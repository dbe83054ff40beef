package fit

import (
	"strings"
	"testing"

	"beagle/model"
	"beagle/run"
)

func TestTrustIsTakenBackWherePredictionsShowOtherwise(t *testing.T) {
	for within, want := range map[float64]run.Trust{0.05: run.Trusted, 0.3: run.Trusted, 0.6: run.Check} {
		r := result{Reason: "nothing left to learn", Optimal: true, Prediction: &prediction{File: "other.csv", Within: model.Figure(within)}}
		r.Verdict = run.Trusted
		if r.obeyPrediction(0.05); r.Verdict != want || r.Optimal != (want == run.Trusted) || strings.Contains(r.Reason, "other.csv") == r.Optimal {
			t.Errorf("nine in ten within %g: %s, %q", within, r.Verdict, r.Reason)
		}
	}
}
