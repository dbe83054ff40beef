package campaign

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"beagle/blackboard"
	"beagle/measure"
	"beagle/model"
)

// other is an element of a second service.
var other = model.Element{ID: "other", PCMID: "other", Kind: model.Loop, SEFF: "rest", Service: "rest", Inputs: inputs, Sections: code(40)}

// forgetful is a program whose launches are read by what earlier ones brought: names of which there are too many over
// several launches, a text whose bytes are known from the first launch only, and code of a service that is not
// entered in the last launch.
func forgetful(_ context.Context, _ measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	var events []measure.Event
	enter := func(service int32, name string) {
		e := enterWork(float64(len(name)), name)
		e[0].Section = service
		events = append(events, e...)
	}
	for i := range 20 {
		if number < 4 {
			enter(0, fmt.Sprintf("launch %d, text %d", number, i))
			if number == 1 {
				for _, char := range []model.Characterisation{model.NumberOfElements, model.ByteSize} {
					events = append(events, measure.Event{Kind: measure.ParameterCaptured, Index: 1, Char: char, Value: model.NumberValue(5)})
				}
			} else {
				events = append(events, measure.Event{Kind: measure.ParameterCaptured, Index: 1, Char: model.ByteSize, Value: model.NumberValue(7)})
			}
			events = append(events, measure.Event{Kind: measure.LoopCounted, Section: 0, Count: int64(i)}, leaveWork)
		} else { // code of work runs, and work is not entered
			events = append(events, measure.Event{Kind: measure.LoopCounted, Section: 0, Count: int64(i)})
		}
		enter(1, "rest")
		events = append(events, measure.Event{Kind: measure.LoopCounted, Section: 1, Count: 3}, leaveWork)
	}
	for i := range events {
		events[i].Launch = number
	}
	sink.Events(events)
	return measure.LaunchReport{Events: int64(len(events)), Complete: true}, nil
}

// measured is what stands on the board after all launches, where another controller makes the next launch
// whenever a number of launches was made.
func measured(t *testing.T, lostAfter int) blackboard.Change {
	t.Helper()
	elements := []model.Element{loop, other}
	board := blackboard.New(elements, 1, nil)
	next := func() *Controller {
		return &Controller{Tool: &fakeTool{launch: forgetful}, Launches: []measure.Launch{{Name: "a", Repeat: 5}}}
	}
	controller := next()
	for made := range 5 {
		if made == lostAfter || lostAfter < 0 {
			controller = next()
		}
		if err := steps(t, controller, board, 1); err != nil {
			t.Fatal(err)
		}
	}
	whole := board.Whole()
	var at State
	if err := json.Unmarshal(whole.States[stateKey], &at); err != nil {
		t.Fatal(err)
	}
	at.Took, at.Noise = nil, nil // of the machine, at that moment
	state, err := json.Marshal(at)
	if err != nil {
		t.Fatal(err)
	}
	whole.States[stateKey] = state
	return whole
}

func TestLaunchesAreReadAlikeWhoeverMadeTheOnesBefore(t *testing.T) {
	want := measured(t, 5)
	if n := len(want.Results); n != 2 {
		t.Fatalf("%d elements were measured", n)
	}
	for lost := -1; lost < 5; lost++ {
		if got := measured(t, lost); !reflect.DeepEqual(got, want) {
			t.Errorf("taken up after %d launches it says\n%+v\nnot\n%+v", lost, got, want)
		}
	}
}
