package parser

import (
	"testing"

	"beagle/measure"
	"beagle/model"
)

// workload is the events of many executions of work, as probes deliver them.
func workload(executions, parameterisations int) []measure.Event {
	var events []measure.Event
	for i := range executions {
		n := float64(i % parameterisations)
		events = append(events,
			measure.Event{Kind: measure.ServiceEntered, Section: work}, number(0, n), param(1, model.ByteSize, model.NumberValue(20)),
			measure.Event{Kind: measure.DemandCaptured, Section: action, Wall: int64(1000 + i%17), CPU: -1},
			measure.Event{Kind: measure.SectionEntered, Section: then},
			measure.Event{Kind: measure.LoopCounted, Section: loopBody, Count: int64(n)},
			measure.Event{Kind: measure.CallEntered, Section: callStore}, number(0, n), measure.Event{Kind: measure.CallLeft, Section: callStore},
			leaveWork,
		)
	}
	return events
}

func BenchmarkParser(b *testing.B) {
	for name, parameterisations := range map[string]int{"few": 50, "many": 1000, "unbounded": 100_000} {
		b.Run(name, func(b *testing.B) {
			events := workload(100_000, parameterisations)
			p := newTestParser(b, measure.CPUTime)
			p.Events(events)
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				for i := 0; i < len(events); i += 4096 {
					p.Events(events[i:min(i+4096, len(events))])
				}
			}
			b.ReportMetric(float64(b.N)*float64(len(events))/1e6/b.Elapsed().Seconds(), "Mevents/s")
		})
	}
}

func TestEventsCostNoAllocation(t *testing.T) {
	events := workload(100, 10)
	p := newTestParser(t, measure.CPUTime)
	for range 200 {
		p.Events(events) // every parameterisation and its samples are known now
	}
	if perRun := testing.AllocsPerRun(10, func() { p.Events(events) }); perRun > 0 {
		t.Errorf("%g allocations for %d events of known parameterisations", perRun, len(events))
	}
}
