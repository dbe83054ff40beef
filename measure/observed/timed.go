package observed

import "beagle/measure"

// Timed is what executions of a section took, without probes and without time in which the thread had no
// processor.
type Timed struct {
	Sure  float64 // ns of all: what is more than uncertain in each
	Later Part    // those that came last
	Parts []Part  // the first one, the second, the next two, the next four, and so on, as far as such a part was ended
	mark  float64 // executions before the next part began
	next  Part    // since then
	times float64 // executions
}

// Times is how many executions there were.
func (t *Timed) Times() float64 { return t.times }

// Part is some of the executions of a section.
type Part struct {
	Took  float64 // ns
	Times float64 // executions
}

// add takes in executions.
func (p *Part) add(took, times float64) {
	p.Took += took * times
	p.Times += times
}

// uncertain is the time in ns, of an execution of a section, that may be its probe's: what the
// calibrated cost of a probe leaves of it. Where something trivial runs a hundred million times, it would
// seem to take the most of all time.
const uncertain = 20

// timed takes in the time of a section.
func (o *Observer) timed(e *measure.Event) {
	if e.Section >= 0 && int(e.Section) < len(o.launch.Timed) {
		o.launch.Timed[e.Section].add(float64(max(0, e.Wall-e.Away)), max(e.Weight, 1))
	}
}

// add takes in executions. A launch is tried in a JVM of its own, in which code runs cold at first, as it never
// does in a program that goes on: what counts are half of all to three quarters, the
// last ones. A part ends wherever there are twice as many executions as before it began.
func (t *Timed) add(took, times float64) {
	t.Sure += max(0, took-uncertain) * times
	t.Later.add(took, times)
	t.next.add(took, times)
	if t.times += times; t.times >= 2*t.mark {
		t.Parts = append(t.Parts, t.next)
		t.Later, t.next, t.mark = t.next, Part{}, t.times
	}
}
