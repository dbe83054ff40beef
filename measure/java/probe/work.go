package probe

import "time"

// Work is what is known of work for a section that is not in its demand.
type Work struct {
	Probe   int32         // number of the probe
	Late    time.Duration // CPU time of what it handed to other threads and ended after it
	Unknown time.Duration // wall time of what threads did whose CPU time the JVM does not tell
	Wall    time.Duration // wall time of executions in threads whose CPU time the JVM does not tell
	Own     time.Duration // CPU time of executions during which other threads were looked at
	Others  time.Duration // CPU time of other threads meanwhile, the JVM's own left out as far as is known
}

// Reasons of typeElsewhere; Handed.java has them too.
const (
	late    = 1
	unknown = 2
	wall    = 3
)

func (d *Decoder) workOf(id int32) *Work {
	if d.work == nil {
		d.work = make([]Work, len(d.Table))
	}
	return &d.work[id]
}

// elsewhere adds processor time that belongs to a demand, but was spent outside of the thread that executed it.
func (d *Decoder) elsewhere(id int32, why uint32, nanos int64) {
	w := d.workOf(id)
	switch why {
	case late:
		w.Late += time.Duration(max(0, nanos))
	case unknown:
		w.Unknown += time.Duration(max(0, nanos))
	case wall:
		w.Wall += time.Duration(max(0, nanos))
	}
}

// vmShare is how much CPU time the JVM's threads are taken to use in a time of compiling or collecting garbage.
const vmShare = 2

// others adds what other threads of the process worked while a demand ran, in nanoseconds, without the virtual
// machine's own.
func (d *Decoder) others(id int32, own, process, vm int64) {
	w := d.workOf(id)
	w.Own += time.Duration(max(0, own))
	w.Others += time.Duration(process - own - vmShare*vm) // may be negative: the process' clock has steps of 10 ms
}

// Work lists what is known, by probe.
func (d *Decoder) Work() (all []Work) {
	for id := range d.work {
		if w := d.work[id]; w != (Work{}) {
			w.Probe = int32(id)
			all = append(all, w)
		}
	}
	return all
}
