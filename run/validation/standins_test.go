package validation

import (
	"strings"
	"testing"

	"beagle/model/prediction"
	"beagle/run"
)

// calling is an execution of a service that calls another one, of which a launch ran it or not.
func calling(launch int32, ran bool) predictedCall {
	e := &execution{seff: "order", launch: launch, weight: 1, took: 0.001}
	if ran {
		e.took, e.parts = 0.010, []measuredPart{{id: "store", call: true, seconds: 0.009}}
	}
	return predictedCall{execution: e, Forecast: prediction.Forecast{Mean: 0.010, Parts: []prediction.Part{{ID: "store", Call: true, Seconds: 0.009}}}}
}

func TestLaunchesWithStandInsAreLeftOutWhereOthersRunTheRealOnes(t *testing.T) {
	for _, test := range []struct {
		name      string
		calls     []predictedCall
		replacing map[int32]bool
		left, out int
	}{
		{"one has stand-ins", []predictedCall{calling(1, true), calling(2, false), calling(2, false)}, map[int32]bool{2: true}, 1, 1},
		{"it runs the real one all the same", []predictedCall{calling(1, true), calling(2, true)}, map[int32]bool{2: true}, 2, 0},
		{"it is not known to have any", []predictedCall{calling(1, true), calling(2, false)}, map[int32]bool{}, 2, 0},
		{"nothing else is there", []predictedCall{calling(1, false), calling(2, false)}, map[int32]bool{1: true, 2: true}, 2, 0},
	} {
		s := sample{seff: "order", calls: test.calls}
		s.leaveOut(test.replacing)
		if len(s.calls) != test.left || s.stoodIn != test.out {
			t.Errorf("%s: %d calls are left, %d launches are out", test.name, len(s.calls), s.stoodIn)
		}
	}
	if said := leftOut([]run.ServicePrediction{{Service: "Shop.order", StoodIn: 1}, {Service: "Shop.find"}}); !strings.Contains(said, "Shop.order (1 launch)") || strings.Contains(said, "find") {
		t.Error(said)
	}
}
