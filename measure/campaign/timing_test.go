package campaign

import (
	"strings"
	"testing"
	"time"

	"beagle/measure/launch"
	"beagle/measure/parser"
	"beagle/model"
)

func TestTheFirstLaunchShowsWhichDemandsAreShort(t *testing.T) {
	for _, test := range []struct {
		wall, cpu int64
		short     bool
	}{{20_000, 18_000, true}, {80_000, 60_000, false}} {
		at := State{}
		at.timed([]parser.ElementTimes{{Element: "cpu", Times: 10, Wall: 10 * test.wall, Both: 10, Beside: 10 * test.wall, CPU: 10 * test.cpu}}, nil)
		if at.short()["cpu"] != test.short {
			t.Errorf("a demand of %d ns is short: %v", test.cpu, !test.short)
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
		if got := test.timing.Warning(); got != test.want {
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

func TestOfWaitingOnABusyMachineItIsSaidThatOthersMayBeWhy(t *testing.T) {
	elements := []model.Element{{ID: "a", Name: "read", Kind: model.InternalAction}}
	for _, busy := range []bool{false, true} {
		quiet := launch.Noise{Cores: 2, Running: 1, Own: 1}
		at := State{Noise: []launch.Noise{quiet, quiet, quiet}, Timing: map[model.ElementID]Timing{
			"a": {Times: 10, Both: 10, Waited: 9, Wall: 120 * time.Millisecond, Beside: 120 * time.Millisecond, CPU: 30 * time.Millisecond},
		}}
		if busy {
			at.Noise[0].Running, at.Noise[2].Running = 9, 9
		}
		problems := at.warnings(elements)
		if len(problems) != 1 || strings.Contains(problems[0].Hint, "the machine was busy") != busy {
			t.Errorf("busy %v: %+v", busy, problems)
		}
	}
}

func TestWhereSomeExecutionsReadTheCPUClockTheirMeanIsNotThatOfAll(t *testing.T) {
	const us = time.Microsecond
	for want, timing := range map[time.Duration]Timing{
		30 * us: {Times: 10, Wall: 500 * us, Both: 10, Beside: 500 * us, CPU: 300 * us}, // all read it
		40 * us: {Times: 10, Wall: 500 * us, Away: 100 * us},                            // none did
		// One slow execution read it and waited; of nine short ones 40 us of 400 were without a processor.
		46 * us: {Times: 10, Wall: 600 * us, Both: 1, Beside: 200 * us, CPU: 100 * us, Away: 40 * us},
		0:       {},
	} {
		if got := timing.Processing(); got != want {
			t.Errorf("%+v: %s, want %s", timing, got, want)
		}
	}
}
