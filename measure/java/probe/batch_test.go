package probe

import (
	"testing"

	"beagle/measure"
	"beagle/measure/observed"
)

// A driver times many calls without records; the one call that is recorded for them has their mean time and counts as
// one, and what it calls is part of it.
func TestACallStandsForABatch(t *testing.T) {
	order := &measure.Order{Services: []measure.Service{{SEFF: "outer"}, {SEFF: "inner"}}, Sections: []measure.Section{{}, {Service: 1}}}
	o := observed.New(order)
	sink := &firstDemand{Observer: o}
	if ending := follow(t, sink, compileThreads(t), "Batch", nil); !ending.Complete {
		t.Fatalf("%+v", ending)
	}
	if e := sink.event; e.Weight > 1 || e.Wall != 250 || e.CPU != 250 {
		t.Errorf("the batch is %+v", e)
	}
	did := o.Result()
	counts := map[string]float64{}
	for _, e := range did.Entries {
		counts[e.SEFF] += e.Count
	}
	for _, n := range did.Nested {
		counts[n.Inner+" in "+n.Outer] += n.Count
	}
	if counts["outer"] != 2 || counts["inner in outer"] != 1 || counts["inner"] != 0 {
		t.Errorf("executions: %v", counts)
	}
}

// firstDemand keeps the first demand.
type firstDemand struct {
	*observed.Observer
	event measure.Event
}

func (f *firstDemand) Events(batch []measure.Event) {
	for _, e := range batch {
		if e.Kind == measure.DemandCaptured && f.event.Wall == 0 {
			f.event = e
		}
	}
	f.Observer.Events(batch)
}
