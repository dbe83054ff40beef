package campaign

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"beagle/measure"
	"beagle/measure/launch"
	"beagle/measure/parser"
	"beagle/model"
)

// Timing is how the times of a demand were taken, summed up over its launches.
type Timing struct {
	Times  int64         `json:"times"`            // executions that recorded one
	Wall   time.Duration `json:"wall"`             // of all, without probes
	Both   int64         `json:"both,omitempty"`   // executions that recorded CPU time, too
	Beside time.Duration `json:"beside,omitempty"` // wall time of those
	CPU    time.Duration `json:"cpu,omitempty"`    // CPU time of those
	Waited int64         `json:"waited,omitempty"` // executions that waited, of Both
	Away   time.Duration `json:"away,omitempty"`   // of Wall: known to have had no processor, where no CPU time was recorded
	Own    time.Duration `json:"own,omitempty"`    // subtracted for the section's own probe
	Nested time.Duration `json:"nested,omitempty"` // subtracted for probes inside it
	Height int           `json:"height,omitempty"` // sections that are timed inside it, one within the other
	Short  bool          `json:"short,omitempty"`  // too short for the CPU clock: wall time counts
}

const (
	// unreliable is the share of subtracted probe time above which a demand is said to be unreliable.
	unreliable = 0.1
	// entangled is the mean duration below which a demand with others timed inside it is unreliable, however few
	// these are.
	entangled = 50 * time.Microsecond
	// cpuFrom is the mean duration from which CPU time is taken: reading that clock costs 1.4 us, which is 3 % of it.
	cpuFrom = 50 * time.Microsecond
)

// Mean is the mean wall time of an execution, without what is known to have had no processor.
func (t *Timing) Mean() time.Duration { return per(t.Wall-t.Away, t.Times) }

// Processing is the mean time for which an execution had a processor.
func (t *Timing) Processing() time.Duration {
	return per(max(0, t.CPU+t.Wall-t.Beside-t.Away), t.Times)
}

// typical is the mean time of an execution without those in which the thread had to wait.
func (t *Timing) typical() time.Duration {
	if 2*t.Both >= t.Times {
		return per(t.CPU, t.Both)
	}
	return t.Mean()
}

func per(sum time.Duration, n int64) time.Duration {
	if n == 0 {
		return 0
	}
	return sum / time.Duration(n)
}

// Waits is the share of wall time that was no CPU time; false: unknown.
func (t *Timing) Waits() (share float64, known bool) {
	if t.Both == 0 || t.Beside <= 0 {
		return 0, false
	}
	return max(0, 1-t.CPU.Seconds()/t.Beside.Seconds()), true
}

// Subtracted is the share of the recorded time that was the probes', and of that the share of probes inside the
// section.
func (t *Timing) Subtracted() (share, nested float64) {
	recorded := (t.Wall + t.Own + t.Nested).Seconds()
	if recorded <= 0 {
		return 0, 0
	}
	return (t.Own + t.Nested).Seconds() / recorded, t.Nested.Seconds() / recorded
}

// Unresolved reports that the section is shorter than its own probe.
func (t *Timing) Unresolved() bool { return t.Times > 0 && t.Wall-t.Away < t.Own }

// Warning says why a demand should not be relied on; empty: nothing is known against it.
func (t *Timing) Warning() string {
	share, nested := t.Subtracted()
	own := per(t.Own+t.Nested, t.Times)
	switch {
	case t.Unresolved():
		return fmt.Sprintf("below resolution: %s a time, and measuring it took %s", precise(t.Mean()), precise(own))
	case share > unreliable && nested > share/2:
		return fmt.Sprintf("unreliable: %.0f %% of the recorded time was that of probes inside it", 100*share)
	case t.Height > 0 && t.Times > 0 && t.Mean() < entangled:
		return fmt.Sprintf("unreliable: %s a time, with others timed inside it, which may make it microseconds longer", precise(t.Mean()))
	case share > unreliable:
		return fmt.Sprintf("unreliable: %.0f %% of the recorded time (%s of %s) was that of its own probe", 100*share, precise(own), precise(own+t.Mean()))
	}
	return ""
}

// Clocks says both times where they differ; else it is empty. Most executions must have waited: neighbours that take
// the processor disturb a few.
func (t *Timing) Clocks() string {
	share, known := t.Waits()
	if !known || share <= parser.WaitingShare || 2*t.Waited <= t.Both {
		return ""
	}
	return fmt.Sprintf("waits for %.0f %% of its time: %s on the clock, %s of CPU time", 100*share, precise(per(t.Beside, t.Both)), precise(per(t.CPU, t.Both)))
}

func precise(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}

func (at *State) timed(elements []parser.ElementTimes, overheads map[model.ElementID]measure.Overhead) {
	for _, e := range elements {
		if at.Timing == nil {
			at.Timing = map[model.ElementID]Timing{}
		}
		t, known := at.Timing[e.Element]
		t.Times += e.Times
		t.Wall += time.Duration(e.Wall)
		t.Both += e.Both
		t.Beside += time.Duration(e.Beside)
		t.CPU += time.Duration(e.CPU)
		t.Waited += e.Waited
		t.Away += time.Duration(e.Away)
		t.Height = max(t.Height, e.Height)
		if o, ok := overheads[e.Element]; ok {
			t.Own += time.Duration(o.Own)
			t.Nested += time.Duration(o.Nested)
		}
		if !known { // from the first launch on one clock counts: a demand near the border would change with each
			t.Short = t.typical() < cpuFrom
		}
		at.Timing[e.Element] = t
	}
}

// short are the demands that wall time counts for, as earlier launches showed.
func (at *State) short() map[model.ElementID]bool {
	if len(at.Timing) == 0 {
		return nil
	}
	short := map[model.ElementID]bool{}
	for id, t := range at.Timing {
		short[id] = t.Short
	}
	return short
}

// warnings are what people should know of the times, once it is known: after the configured launches.
func (at *State) warnings(elements []model.Element) (problems []model.Problem) {
	waits := "a demand is CPU time; for waiting give the action a DELAY"
	if _, busy := launch.Busy(at.Noise); busy {
		waits = "the machine was busy, so that it may have waited for a processor only: where it waits on a quiet one, too, give the action a DELAY; a demand is CPU time"
	}
	for _, e := range elements {
		t, ok := at.Timing[e.ID]
		if !ok {
			continue
		}
		add := func(severity model.Severity, rule, message, hint string) {
			if message != "" && !slices.Contains(at.Warned, rule+" "+string(e.ID)) {
				at.Warned = append(at.Warned, rule+" "+string(e.ID))
				problems = append(problems, model.Problem{Severity: severity, Rule: rule, Element: e.ID, Name: e.Name, Message: message, Hint: hint})
			}
		}
		hint := "measure it without the elements inside it"
		if t.Unresolved() {
			hint = "link more statements to the action, or take it as free"
		}
		add(model.Warning, "overhead", t.Warning(), hint)
		if e.Kind == model.InternalAction && measure.TimeOf(e.Resource) == measure.Processing {
			add(model.Info, "waits", t.Clocks(), waits)
		}
	}
	return problems
}

// stopwatch adds up the time of launches. It may be read while it runs.
type stopwatch struct {
	mu    sync.Mutex
	sum   time.Duration // of those that are over
	since time.Time     // zero: it does not run
}

func (w *stopwatch) start() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.since = time.Now()
}

func (w *stopwatch) stop() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	took := time.Since(w.since)
	w.sum += took
	w.since = time.Time{}
	return took
}

func (w *stopwatch) elapsed() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.since.IsZero() {
		return w.sum
	}
	return w.sum + time.Since(w.since)
}
