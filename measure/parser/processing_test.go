package parser

import (
	"testing"

	"beagle/measure"
)

func TestTimeWithoutAProcessorIsNoDemandOfOne(t *testing.T) {
	for name, test := range map[string]struct {
		event measure.Event
		short bool
		clock measure.Clock
		want  int64
	}{
		"by the clock, never away":            {measure.Event{Wall: 700, CPU: -1}, true, measure.AutoClock, 700},
		"by the clock, away":                  {measure.Event{Wall: 4_000_700, CPU: -1, Away: 4_000_000}, true, measure.AutoClock, 700},
		"short, both clocks alike":            {measure.Event{Wall: 700, CPU: 400}, true, measure.AutoClock, 700},
		"short, with the processor for a bit": {measure.Event{Wall: 4_000_700, CPU: 800}, true, measure.AutoClock, 800},
		"long":                                {measure.Event{Wall: 90_000, CPU: 80_000}, false, measure.AutoClock, 80_000},
		"wall time was asked for":             {measure.Event{Wall: 4_000_700, CPU: -1, Away: 4_000_000}, true, measure.WallTime, 4_000_700},
	} {
		p := newTestParser(t, test.clock)
		p.sections[action].short = test.short
		test.event.Kind, test.event.Section = measure.DemandCaptured, action
		p.Events([]measure.Event{test.event})
		results := p.Results()
		if len(results) == 0 || results[0].Element != "cpu" || results[0].Observations[0].Value.Num != float64(test.want)/1e9 {
			t.Errorf("%s: %+v, want %d ns", name, results, test.want)
		}
	}
}
