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

func TestWhatServicesTookIsKnownByTheServiceAroundThem(t *testing.T) {
	of := order
	of.Sections = []measure.Section{{}, {Service: 1}}
	o := New(&of)
	o.Events([]measure.Event{
		entered(1), took(5e3, 0, 1), left(1), entered(1), took(9e3, 2e3, 10), left(1), // ten, of which a time without a processor
		entered(0), entered(1), took(1e3, 0, 1), left(1), left(0),
		{Kind: measure.ServiceEntered, Section: 1, Index: 1},
		took(1e3, 0, 1), left(1), // inside an execution that was left out
	})
	got := o.Result()
	if got.Timed[1].All != (Part{Took: 77e3, Times: 13}) {
		t.Errorf("all took %+v", got.Timed[1].All)
	}
	warm := got.Timed[1].warm()
	for _, e := range got.Entries {
		if e.SEFF == order.Services[1].SEFF && e.Took != 75e3*warm {
			t.Errorf("entered from outside it took %v ns, of %v", e.Took, 75e3*warm)
		}
	}
	if len(got.Nested) != 1 || got.Nested[0].Took != 2e3*warm {
		t.Errorf("inside the other one %+v, of %v", got.Nested, 2e3*warm)
	}
}

// What is more on the clock than a service took is its probes', where none ran inside; to read parameters takes what
// it takes.
func TestWhatProbesTakeInACallIsKnown(t *testing.T) {
	of := order
	of.Sections = []measure.Section{{}, {Service: 1}}
	o := New(&of)
	call := func(service int32, began, read, wall, probes int64, inside ...measure.Event) {
		o.Events([]measure.Event{{Kind: measure.ServiceEntered, Section: service, Time: began}})
		o.Events(inside)
		o.Events([]measure.Event{{Kind: measure.ServiceLeft, Section: service, Time: began + read + wall + probes, Wall: wall, Count: read}})
	}
	section := func(service, nested int32) measure.Event {
		return measure.Event{Kind: measure.DemandCaptured, Section: service, Nested: nested, Wall: 10}
	}
	for range 4 {
		call(1, 1000, 0, 400, 100, section(1, 0))
		call(0, 2000, 50, 5000, 9000, section(0, 90))
	}
	got := o.Result().Probe
	if got[of.Services[1].SEFF] != 100 || got[of.Services[0].SEFF] != 150 {
		t.Errorf("probes take %v", got)
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
		return measure.Event{Kind: measure.DemandCaptured, Section: section, Wall: 1000}
	}
	o.Events([]measure.Event{ran(0), ran(1), entered(1), ran(0), ran(1), left(1)})
	got := o.Result()
	if got.Reached[0] || got.Timed[0].All.Times != 0 {
		t.Errorf("the service that never ran has %+v", got.Timed[0])
	}
	if !got.Reached[1] || got.Timed[1].All.Took != 1000 || got.Timed[1].Later.Times != 1 {
		t.Errorf("the one that ran has %+v", got.Timed[1])
	}
}
