package probe

import "beagle/measure"

// Origin says where the records of a JVM come from.
type Origin struct {
	Base  int64 // added to their times
	Costs Costs
}

// Costs is what probes cost in a JVM, calibrated there, in ns.
type Costs struct {
	Own    float64 // inside the wall time that a section records
	OwnCPU float64 // inside its CPU time
	Unit   float64 // per unit of the probes that ran inside the section
}

// NewCosts takes costs as the runtime writes them: in thousandths of ns.
func NewCosts(own, ownCPU, unit int64) Costs {
	return Costs{float64(own) / 1000, float64(ownCPU) / 1000, float64(unit) / 1000}
}

// times sums up what a section recorded, and what of that was the probes'.
type times struct {
	count           int64
	recorded, taken float64
}

// Overhead is what the probes had of a section's time.
type Overhead struct {
	Section int32   // index into the order's sections
	Mean    float64 // ns without the probes
	Own     float64 // ns that a probe adds to a section
	Share   float64 // of the recorded time, that was subtracted
}

// correct takes the probes' own time out of a section's. With probes inside that
// is a correction, no cure: they also keep the compiler from optimising.
func (d *Decoder) correct(id int32, e *measure.Event, from *Origin) {
	c := &from.Costs
	inside := float64(e.Nested) * c.Unit
	if d.times == nil {
		d.times = make([]times, len(d.Table))
	}
	t := &d.times[id]
	t.count++
	t.recorded += float64(e.Wall)
	taken := min(float64(e.Wall), c.Own+inside)
	t.taken += taken
	e.Wall -= int64(taken)
	if e.CPU >= 0 {
		e.CPU = max(0, e.CPU-int64(c.OwnCPU+inside))
	}
}

// Overheads lists what was taken out of each section that recorded time.
func (d *Decoder) Overheads() []Overhead {
	var list []Overhead
	for id, t := range d.times {
		if t.count == 0 || t.recorded == 0 {
			continue
		}
		n := float64(t.count)
		list = append(list, Overhead{
			Section: d.Table[id].Index, Mean: (t.recorded - t.taken) / n, Own: t.taken / n, Share: t.taken / t.recorded,
		})
	}
	return list
}
