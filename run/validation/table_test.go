package validation

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/prediction"
	"beagle/run"
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

// The first executions of a launch, which are cold, are recorded one by one, and one of many of the others.
func TestExecutionsThatAreKeptStandForThoseOfTheirLaunch(t *testing.T) {
	random, few, many := rand.New(rand.NewPCG(1, 2)), &collected{}, &collected{}
	for range 500 {
		few.keep(&execution{weight: 1, took: 3}, random)
	}
	for i := range 20_000 {
		e := &execution{weight: 50, took: 1}
		if i < 2000 {
			e.weight, e.took = 1, 20
		}
		many.keep(e, random)
	}
	const executions, spent = 500 + 2000 + 18_000*50, 500*3 + 2000*20 + 18_000*50
	weight, took := 0.0, 0.0
	for _, c := range []*collected{few, many} {
		c.standForAll()
		for _, e := range c.list {
			weight, took = weight+e.weight, took+e.weight*e.took
		}
	}
	if math.Abs(weight-executions) > 1e-3 || math.Abs(took/spent-1) > 0.02 {
		t.Errorf("what is kept stands for %g of %d executions, which took %g instead of %d", weight, executions, took, spent)
	}
}

// The total is what all executions took that were entered, not what is kept of them: others are inside those.
func TestTheTotalIsOfAllExecutionsThatWereEntered(t *testing.T) {
	s := sample{seff: "s"}
	for i := range 20 {
		s.calls = append(s.calls, predictedCall{execution: &execution{weight: 100, took: 2, clock: 2, entry: i < 5}, Forecast: prediction.Forecast{Mean: 3}})
	}
	if out := s.judged(&validator{}); out.Spent() != (run.Spent{Measured: 1000, Predicted: 1500}) {
		t.Errorf("the total is %+v", out.Spent())
	}
}

// Two thousand cold executions of a million are nothing over whole launches, however many records they are.
func TestWhatStartsALaunchWeighsAsManyExecutionsAsItIs(t *testing.T) {
	s := sample{seff: "s", warm: 1000}
	for range 1000 {
		s.spent.add(&execution{weight: 2, took: 20})
		s.calls = append(s.calls, predictedCall{execution: &execution{weight: 998, took: 1, clock: 1}, Forecast: prediction.Forecast{Mean: 1}})
	}
	out := s.judged(&validator{})
	if math.Abs(out.WarmUp-20) > 1e-9 || math.Abs(out.WholeLaunches()-1.038) > 1e-9 {
		t.Errorf("the first took %g times as long, whole launches %g times", out.WarmUp, out.WholeLaunches())
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
