package parser

import (
	"testing"

	"beagle/measure"
	"beagle/model"
)

// Two components inherit one method: its probes tell of the one that executes it.
func TestCodeOfSeveralServicesIsThatOfTheInnermostOne(t *testing.T) {
	code := func(of string) model.Section { return model.Section{Unit: "demo.Report", First: 10, Last: 10, Of: of} }
	body := model.Section{Unit: "demo.Report", First: 20, Last: 30}
	inside := model.Section{Unit: "demo.Report", First: 25, Last: 25}
	order := measure.Order{
		Services: []measure.Service{{SEFF: "brief", Code: code("demo.Brief")}, {SEFF: "full", Code: code("demo.Full")}},
		Sections: []measure.Section{
			{Kind: measure.Demand, Code: body, PCMID: "a", Service: 0},
			{Kind: measure.LoopBody, Code: inside, PCMID: "b", Service: 1},
		},
	}
	elements := []model.Element{
		{ID: "a#CPU", PCMID: "a", Kind: model.InternalAction, Resource: model.Resource{Name: "CPU"}},
		{ID: "b", PCMID: "b", Kind: model.Loop},
	}
	p := New(order, elements, measure.WallTime)
	demand := measure.Event{Kind: measure.DemandCaptured, Section: 0, Wall: 1000, CPU: -1}
	loop := measure.Event{Kind: measure.LoopCounted, Section: 1, Count: 7}
	enter := func(service int32) measure.Event {
		return measure.Event{Kind: measure.ServiceEntered, Section: service}
	}
	leave := func(service int32) measure.Event { return measure.Event{Kind: measure.ServiceLeft, Section: service} }
	p.Events([]measure.Event{
		enter(0), demand, loop, // the loop's probe runs, too
		enter(1), loop, demand, leave(1), // one inside the other, as decorators do
		demand, leave(0),
		demand, loop, // of an object of neither
	})
	p.Flush()
	demands, _ := p.collectors[0].take(1)
	total := 0.0
	for _, o := range demands {
		total += o.Weight
	}
	loops, _ := p.collectors[1].take(1)
	if total != 2 || len(loops) != 1 || loops[0].Weight != 1 {
		t.Errorf("the demand counts %g times, the loop as %+v", total, loops)
	}
}

// Of several implementations the one that runs says which transition was taken, also where it runs
// what it overrides.
func TestTheImplementationThatRunsIsTheDecision(t *testing.T) {
	code := func(first int, of string) model.Section {
		return model.Section{Unit: "demo.Store", First: first, Last: first, Of: of}
	}
	order := measure.Order{
		Services: []measure.Service{{SEFF: "put", Code: code(10, "demo.Disk !demo.Mirror")}, {SEFF: "put", Code: code(50, "demo.Mirror")}},
		Sections: []measure.Section{
			{Kind: measure.Transition, Code: code(10, "demo.Disk !demo.Mirror"), PCMID: "which", Service: 0, Branch: 0},
			{Kind: measure.Transition, Code: code(50, "demo.Mirror"), PCMID: "which", Service: 1, Branch: 1},
		},
	}
	p := New(order, []model.Element{{ID: "which", PCMID: "which", Kind: model.Branch}}, measure.WallTime)
	event := func(kind measure.EventKind, section int32) measure.Event {
		return measure.Event{Kind: kind, Section: section}
	}
	p.Events([]measure.Event{
		event(measure.ServiceEntered, 1), event(measure.SectionEntered, 1), event(measure.SectionEntered, 0), event(measure.ServiceLeft, 1), // super.put
		event(measure.ServiceEntered, 0), event(measure.SectionEntered, 0), event(measure.ServiceLeft, 0),
		event(measure.ServiceEntered, 1), event(measure.SectionEntered, 1), event(measure.ServiceLeft, 1),
	})
	p.Flush()
	results := p.Results()
	if len(results) != 1 {
		t.Fatalf("results are %+v", results)
	}
	taken := map[float64]float64{}
	for _, o := range results[0].Observations {
		taken[o.Value.Num] += o.Weight
	}
	if taken[0] != 1 || taken[1] != 2 {
		t.Errorf("taken are %v", taken)
	}
}
