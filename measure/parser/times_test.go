package parser

import (
	"math"
	"testing"

	"beagle/measure"
	"beagle/model"
)

func TestTimesSayWhichSectionsLieWithinOthers(t *testing.T) {
	var all []model.Element
	for i, id := range []string{"outer", "middle", "inner"} {
		e := elements[0]
		e.ID, e.PCMID, e.Sections = model.ElementID(id), id, code(10*i+10)
		all = append(all, e)
	}
	order, _ := measure.NewOrder(all, nil)
	p := New(order, all, measure.CPUTime)
	p.Events([]measure.Event{
		{Kind: measure.DemandCaptured, Section: 2, Time: 30, Wall: 5, CPU: 5},
		{Kind: measure.DemandCaptured, Section: 2, Time: 40, Wall: 5, CPU: 2},
		{Kind: measure.DemandCaptured, Section: 1, Time: 20, Wall: 30, CPU: -1},
		{Kind: measure.DemandCaptured, Section: 0, Time: 10, Wall: 60, CPU: 60},
		{Kind: measure.DemandCaptured, Section: 0, Time: 100, Wall: 60, CPU: 60},
	})
	times := p.Times()
	for i, want := range []ElementTimes{
		{Element: "outer", Times: 2, Wall: 120, Both: 2, Beside: 120, CPU: 120, Height: 2},
		{Element: "middle", Times: 1, Wall: 30, Height: 1},
		{Element: "inner", Times: 2, Wall: 10, Both: 2, Beside: 10, CPU: 7, Waited: 1},
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
	p := newTestParser(t, measure.CPUTime)
	p.Events([]measure.Event{
		{Kind: measure.DemandCaptured, Section: action, Time: 10, Wall: 5},
		{Kind: measure.DemandCaptured, Section: action + 1, Time: 20, Wall: 5, Thread: measure.Replayed},
		{Kind: measure.DemandCaptured, Section: action, Time: 10, Wall: 5, Thread: measure.Replayed},
	})
	for _, e := range p.Times() {
		if e.Height > 0 {
			t.Errorf("%+v", e)
		}
	}
}

func TestAutoTakesWallTimeOfShortDemands(t *testing.T) {
	for _, test := range []struct {
		wall, cpu, want int64
		short           bool
	}{{20_000, 18_000, 20_000, true}, {80_000, 60_000, 60_000, false}} {
		p := newTestParser(t, measure.AutoClock)
		p.Choose(map[model.ElementID]bool{"cpu": test.short})
		p.Events([]measure.Event{{Kind: measure.ServiceEntered, Section: work}, {Kind: measure.DemandCaptured, Section: action, Wall: test.wall, CPU: test.cpu}, leaveWork})
		p.Flush()
		for _, r := range p.Results() {
			if r.Element == "cpu" && math.Abs(r.Observations[0].Value.Num-float64(test.want)/1e9) > 1e-12 {
				t.Errorf("wall %d, CPU %d: demand %g s, want %d ns", test.wall, test.cpu, r.Observations[0].Value.Num, test.want)
			}
		}
	}
}
