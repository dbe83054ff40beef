package observed

import (
	"math"
	"testing"

	"beagle/measure"
	"beagle/model"
)

// took is an event of a section that took so many ns, of which the thread had no processor for some.
func took(wall, away int64, weight float64) measure.Event {
	return measure.Event{Kind: measure.DemandCaptured, Section: 1, Wall: wall, Away: away, Weight: weight}
}

func TestWhatSectionsTookIsKnownAndWhatOfItIsSure(t *testing.T) {
	o := New(&order)
	o.Events([]measure.Event{
		entered(1), took(5e3+uncertain, 0, 1), left(1), entered(1), took(9e3+uncertain, 2e3, 10), left(1), // ten, of which a time without a processor
		entered(1), took(uncertain/2, 0, 1e6), left(1), // as little as a probe may take
	})
	timed := o.Result().Timed[1]
	if timed.Sure != 75e3 {
		t.Errorf("%v ns are sure", timed.Sure)
	}
	if timed.Later != (Part{Took: 1e6 * uncertain / 2, Times: 1e6}) {
		t.Errorf("the later ones took %+v", timed.Later)
	}
}

// In a JVM that has just begun, code takes many times as long at first.
func TestFirstExecutionsInALaunchDoNotCount(t *testing.T) {
	for _, executions := range []int{1, 2, 3, 7, 100, 1000, 5000} {
		o := New(&order)
		for i := range executions {
			wall := int64(1000)
			if i < executions/4 {
				wall = 50_000
			}
			o.Events([]measure.Event{entered(1), took(wall, 0, 1), left(1)})
		}
		later := o.Result().Timed[1].Later
		if mean := later.Took / later.Times; mean != 1000 {
			t.Errorf("of %d executions the later ones took %v ns on average", executions, mean)
		}
		if n := float64(executions); later.Times < math.Ceil(n/2) || later.Times > math.Ceil(3*n/4) {
			t.Errorf("of %d executions %v are the later ones", executions, later.Times)
		}
	}
}

// What two services share is that of the one that runs, and of none where neither does: measuring counts no other.
func TestWhatAnotherServiceRunsIsNoneOfASectionsTime(t *testing.T) {
	shared := model.Section{Unit: "demo.Report", First: 20, Last: 30}
	o := New(&measure.Order{
		Services: []measure.Service{{SEFF: "brief", Code: model.Section{Unit: "demo.Brief"}}, {SEFF: "full", Code: model.Section{Unit: "demo.Full"}}},
		Sections: []measure.Section{{Service: 0, Kind: measure.Demand, Code: shared}, {Service: 1, Kind: measure.Demand, Code: shared}},
	})
	ran := func(section int32) measure.Event {
		return measure.Event{Kind: measure.DemandCaptured, Section: section, Wall: 1000 + uncertain}
	}
	o.Events([]measure.Event{ran(0), ran(1), entered(1), ran(0), ran(1), left(1)})
	got := o.Result()
	if got.Reached[0] || len(got.When[0]) > 0 || got.Timed[0].Sure != 0 {
		t.Errorf("the service that never ran has %+v", got.Timed[0])
	}
	if !got.Reached[1] || got.Timed[1].Sure != 1000 || got.Timed[1].Later.Times != 1 {
		t.Errorf("the one that ran has %+v", got.Timed[1])
	}
}
