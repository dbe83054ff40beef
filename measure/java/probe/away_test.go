package probe

import (
	"slices"
	"testing"
	"time"

	"beagle/measure"
)

// longest is the section with the longest wall time.
type longest struct{ measure.Event }

func (l *longest) Events(batch []measure.Event) {
	for i := range batch {
		if batch[i].Kind == measure.DemandCaptured && batch[i].Wall > l.Wall {
			l.Event = batch[i]
		}
	}
}

// A thread that sleeps has no processor, and one that others push aside has none
// either, so that a busy machine fails nothing here.
func TestASectionTellsHowLongItsThreadHadNoProcessor(t *testing.T) {
	var seen longest
	follow(t, &seen, compileThreads(t), "Away", nil)
	const slept = int64(50 * time.Millisecond)
	if seen.CPU != -1 || seen.Wall < slept-1e6 || seen.Away < slept*9/10 || seen.Away > seen.Wall {
		t.Errorf("the longest section: %+v, want one without CPU time that was away for 50 ms", seen.Event)
	}
}

// The time is the outer section's, too, whose clocks were compared inside it.
func TestASectionTellsWhatTheOneInsideItHadNoProcessorFor(t *testing.T) {
	var seen longest
	follow(t, &seen, compileThreads(t), "Around", nil)
	const slept = int64(50 * time.Millisecond)
	if seen.Section != 1 || seen.CPU != -1 || seen.Wall < slept-1e6 || seen.Away < slept*9/10 || seen.Away > seen.Wall {
		t.Errorf("the longest section: %+v, want the outer one, away for 50 ms", seen.Event)
	}
}

// walls adds up sections and their wall time, service by service.
type walls struct {
	executions, nanos []float64
}

func (w *walls) Events(batch []measure.Event) {
	for i := range batch {
		e := &batch[i]
		if e.Kind == measure.ServiceEntered {
			w.executions, w.nanos = append(w.executions, 0), append(w.nanos, 0)
		}
		if e.Kind == measure.DemandCaptured {
			last := len(w.nanos) - 1
			w.executions[last] += max(e.Weight, 1)
			w.nanos[last] += max(e.Weight, 1) * float64(e.Wall)
		}
	}
}

func TestWhatIsSampledTellsWhatAllExecutionsTook(t *testing.T) {
	var seen walls
	follow(t, &seen, compileThreads(t), "Rare", []string{EnvFull + "=100"})
	const slept = float64(50 * time.Millisecond)
	if len(seen.nanos) != 2 || seen.executions[0] != 300 || seen.executions[1] != 300 {
		t.Fatalf("%+v, want two services with 300 executions each", seen)
	}
	if took := seen.nanos[1]; took < 0.9*slept {
		t.Errorf("the second service's section took %v in all, want 50 ms at the least", time.Duration(took))
	}
}

// services are the ends of services.
type services []measure.Event

func (s *services) Events(batch []measure.Event) {
	for i := range batch {
		if batch[i].Kind == measure.ServiceLeft {
			*s = append(*s, batch[i])
		}
	}
}

// What a service did while it had no processor, also between its sections, and
// what its probes cost, can be taken out of its time.
func TestAServiceTellsItsProbesAndHowLongItsThreadHadNoProcessor(t *testing.T) {
	var seen services
	follow(t, &seen, compileThreads(t), "Rests", nil)
	const slept = int64(50 * time.Millisecond)
	if len(seen) != 3 {
		t.Fatalf("%+v, want the ends of three services", seen)
	}
	for _, e := range seen {
		if e.Wall <= 0 || e.Away < 0 || e.Away > e.Wall || e.Nested < 1000 {
			t.Errorf("%+v: want a time, and the cost of a thousand probes", e)
		}
	}
	if last := seen[2]; last.Wall < slept-1e6 || last.Away < slept*9/10 {
		t.Errorf("%+v: it slept for 50 ms", last)
	}
}

// To make room for records is the probes' own work, however long it takes: it is no time of the service in which
// the room ends, but told as so many probes more. They write 16 MB here, which asks for room some twenty times; each
// takes several times what the five hundred probes of a service do.
func TestMakingRoomForRecordsIsNoTimeOfTheProgram(t *testing.T) {
	var seen services
	follow(t, &seen, compileThreads(t), "Grows", []string{EnvFull + "=100000000"})
	var probes []int32
	for _, e := range seen[len(seen)/8:] { // what came before was not compiled
		probes = append(probes, e.Nested)
	}
	slices.Sort(probes)
	usual, roomy := probes[len(probes)/2], 0
	for _, n := range probes {
		if n > 3*usual {
			roomy++
		}
	}
	if len(seen) != 4000 || roomy < 8 {
		t.Errorf("%d of %d services tell that they made room, beside the %d probes that are usual", roomy, len(seen), usual)
	}
}

// Collections that a program asks for are nearly all that it does here.
func TestTheRuntimeTellsHowLongTheCollectorStoppedTheProgram(t *testing.T) {
	var seen longest
	ending := follow(t, &seen, compileThreads(t), "Collects", nil)
	r := ending.Runtime
	if r.Lasted <= 0 || r.Collected < r.Lasted/10 || r.Collected > 2*r.Lasted {
		t.Errorf("%v of collections in %v", r.Collected, r.Lasted)
	}
}
