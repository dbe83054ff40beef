package measure

import (
	"math"
	"testing"
	"time"

	"beagle/model"
)

func TestTimesSayWhichSectionsLieWithinOthers(t *testing.T) {
	var all []model.Element
	for i, id := range []string{"outer", "middle", "inner"} {
		e := elements[0]
		e.ID, e.PCMID, e.Sections = model.ElementID(id), id, code(10*i+10)
		all = append(all, e)
	}
	order, _ := NewOrder(all, nil)
	p := NewParser(order, all, CPUTime)
	p.Events([]Event{
		{Kind: DemandCaptured, Section: 2, Time: 30, Wall: 5, CPU: 5},
		{Kind: DemandCaptured, Section: 2, Time: 40, Wall: 5, CPU: 2},
		{Kind: DemandCaptured, Section: 1, Time: 20, Wall: 30, CPU: -1},
		{Kind: DemandCaptured, Section: 0, Time: 10, Wall: 60, CPU: 60},
		{Kind: DemandCaptured, Section: 0, Time: 100, Wall: 60, CPU: 60},
	})
	times := p.Times()
	for i, want := range []ElementTimes{
		{Element: "outer", Times: 2, Wall: 120, Both: 2, Beside: 120, CPU: 120, Height: 2},
		{Element: "middle", Times: 1, Wall: 30, Height: 1, Inside: true},
		{Element: "inner", Times: 2, Wall: 10, Both: 2, Beside: 10, CPU: 7, Waited: 1, Inside: true},
	} {
		if len(times) != 3 || times[i] != want {
			t.Errorf("%+v, want %+v", times, want)
		}
	}
	if len(p.Times()) > 0 {
		t.Error("times are told twice")
	}
}

func TestRecordsThatAreToldAgainLieWithinNothing(t *testing.T) {
	p := newTestParser(t, CPUTime)
	p.Events([]Event{
		{Kind: DemandCaptured, Section: action, Time: 10, Wall: 5},
		{Kind: DemandCaptured, Section: action + 1, Time: 20, Wall: 5, Thread: Replayed},
		{Kind: DemandCaptured, Section: action, Time: 10, Wall: 5, Thread: Replayed},
	})
	for _, e := range p.Times() {
		if e.Height > 0 || e.Inside {
			t.Errorf("%+v", e)
		}
	}
}

func TestAutoTakesTheClockThatTheFirstPassShows(t *testing.T) {
	for _, test := range []struct {
		wall, cpu, want int64
	}{{20_000, 18_000, 20_000}, {80_000, 60_000, 60_000}} {
		at := position{}
		at.timed([]ElementTimes{{Element: "cpu", Times: 10, Wall: 10 * test.wall, Both: 10, Beside: 10 * test.wall, CPU: 10 * test.cpu}}, nil, nil)
		p := newTestParser(t, AutoClock)
		p.Choose(at.short())
		p.Events([]Event{{Kind: ServiceEntered, Section: work}, {Kind: DemandCaptured, Section: action, Wall: test.wall, CPU: test.cpu}, leaveWork})
		p.Flush()
		for _, r := range p.Results() {
			if r.Element == "cpu" && math.Abs(r.Observations[0].Value.Num-float64(test.want)/1e9) > 1e-12 {
				t.Errorf("wall %d, CPU %d: demand %g s, want %d ns", test.wall, test.cpu, r.Observations[0].Value.Num, test.want)
			}
		}
	}
}

func TestWhatTimesAreWorthIsSaid(t *testing.T) {
	const us = time.Microsecond
	for _, test := range []struct {
		timing Timing
		want   string
	}{
		{Timing{Times: 100, Wall: 100 * 500 * us, Own: 100 * us}, ""},
		{Timing{Times: 100, Wall: 100 * us / 50, Own: 100 * us / 25}, "below resolution: 20ns a time, and measuring it took 40ns"},
		{Timing{Times: 100, Wall: 100 * us / 10, Own: 100 * us / 25}, "unreliable: 29 % of the recorded time (40ns of 140ns) was that of its own probe"},
		{Timing{Times: 100, Wall: 700 * us, Own: 1 * us, Nested: 300 * us}, "unreliable: 30 % of the recorded time was that of probes inside it"},
		{Timing{Times: 100, Wall: 100 * 6 * us, Own: 4 * us, Nested: 30 * us, Height: 1}, "unreliable: 6µs a time, with others timed inside it, which may make it microseconds longer"},
		{Timing{Times: 100, Wall: 100 * 60 * us, Own: 4 * us, Nested: 30 * us, Height: 1}, ""},
	} {
		if got := test.timing.Doubt(); got != test.want {
			t.Errorf("%+v: %q, want %q", test.timing, got, test.want)
		}
	}
	waits := Timing{Times: 10, Both: 10, Waited: 9, Wall: 120_000 * us, Beside: 120_000 * us, CPU: 30_000 * us}
	if got, want := waits.Clocks(), "waits for 75 % of its time: 12ms on the clock, 3ms of CPU time"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if waits.Waited = 2; waits.Clocks() != "" {
		t.Errorf("two of ten executions lost the processor: %q", waits.Clocks())
	}
}
