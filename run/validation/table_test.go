package validation

import (
	"math"
	"testing"

	"beagle/model"
	"beagle/model/prediction"
)

// launched is a launch of a service with one input, whose first calls are slower.
func launched(launch int32, calls, cold int) *collected {
	c := &collected{seff: "s", launch: launch}
	for i := range calls {
		e := &execution{seff: "s", launch: launch, seq: int64(i), weight: 1, took: 0.001 * float64(1+i%4)}
		if i < cold {
			e.took *= 20
		}
		size := prediction.Input{Value: model.NumberValue(float64(1 + i%4)), Whole: true}
		size.Variable.Name = "n"
		name := prediction.Input{Value: model.Value{Kind: model.Text, Str: string(rune('a' + i))}} // each another one
		name.Variable.Name = "name"
		e.inputs = []prediction.Input{size, name}
		c.list = append(c.list, e)
	}
	return c
}

func TestWarmingUpIsLeftOutAsLearningDoes(t *testing.T) {
	short, long := launched(1, 400, 60), launched(2, 400, 195)
	leaveWarmUp([]*collected{short, long})
	if short.warm != 60 || len(short.list) != 340 || short.unsettled() {
		t.Errorf("%d left out of %d", short.warm, len(short.list))
	}
	if !long.unsettled() {
		t.Errorf("%d left out of a launch that was cold for half of it", long.warm)
	}
}

func TestTheScatterOfAlikeCallsIsWhatNoModelOfTheInputsPredicts(t *testing.T) {
	s := sample{seff: "s"}
	for i := range 400 {
		took := float64(1 + i%4)
		off := 0.8 + 0.04*float64(i/4%11) // 0.8 to 1.2
		n := prediction.Input{Value: model.NumberValue(took), Whole: true}
		n.Variable.Name = "n"
		s.calls = append(s.calls, predictedCall{
			execution: &execution{weight: 1, took: took * off, inputs: []prediction.Input{n}},
			Forecast:  prediction.Forecast{Mean: 3 * took}, // however wrong the model is
		})
	}
	if got := s.scatter(); math.Abs(got-0.11) > 0.02 {
		t.Errorf("scatter %g", got)
	}
	if got := (&sample{calls: s.calls[:3]}).scatter(); !math.IsNaN(got) {
		t.Errorf("scatter of three calls: %g", got)
	}
}
