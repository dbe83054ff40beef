package run

import (
	"math"
	"strings"
	"testing"

	"beagle/model"
)

// Calls that were kept as a sample stand for all of their launches, and those inside other services count there.
func TestTheTotalIsByWhatAllExecutionsTook(t *testing.T) {
	v := Validation{HeldOut: true, Services: []ServicePrediction{
		{Service: "S", Entry: true, Calls: 1000, MeasuredMean: 1, PredictedMean: 1, Entered: &Spent{Measured: 9000, Predicted: 9000}},
		{Service: "T", Entry: true, Calls: 1000, MeasuredMean: 1, PredictedMean: 2, Entered: &Spent{Measured: 1000, Predicted: 2000}},
	}}
	if off, _, _, _ := v.Total(); math.Abs(off-0.1) > 1e-9 {
		t.Errorf("the total is %g off", off)
	}
}

// Five calls of a second say little of the total, ten thousand short ones much.
func TestTheCheckSaysHowWellTheTotalIsKnown(t *testing.T) {
	service := func(calls int64, mean, half float64) ServicePrediction {
		return ServicePrediction{Service: "S", Entry: true, Calls: calls, MeasuredMean: mean, PredictedMean: mean, Bias: PredictionBias{HalfWidth: model.Figure(half)}}
	}
	for _, test := range []struct {
		half  float64
		known string
	}{{0.4, "(known to ±40 %: few calls make most of it)"}, {0.05, ""}} {
		v := Validation{HeldOut: true, Services: []ServicePrediction{service(5, 1, test.half), service(10000, 1e-6, 0.01)}}
		said := v.Check()
		if test.known == "" && strings.Contains(said, "known to") || !strings.Contains(said, test.known) {
			t.Errorf("with a half width of %v it says %q", test.half, said)
		}
	}
}

// What the program's own calls took stands beside what launches of drivers say.
func TestTheCheckSaysWhatTheProgramsOwnCallsTook(t *testing.T) {
	driven := func(measured, predicted float64) ServicePrediction {
		return ServicePrediction{Service: "S", Entry: true, Calls: 1000, MeasuredMean: 1, PredictedMean: 1, InProgram: &InProgram{Spent: Spent{measured, predicted}}}
	}
	v := Validation{HeldOut: true, Services: []ServicePrediction{driven(6, 3), driven(2, 2.2)}}
	if said := v.Check(); !strings.HasSuffix(said, "Of the program's own calls: -35 %, 1 of 2.") {
		t.Error(said)
	}
	if said := (&Validation{HeldOut: true, Services: []ServicePrediction{{Service: "S", Entry: true, Calls: 1, MeasuredMean: 1, PredictedMean: 1}}}).Check(); strings.Contains(said, "own") {
		t.Error(said)
	}
}
