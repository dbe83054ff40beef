package probe

import "beagle/measure"

// Origin says where the records of a JVM come from.
type Origin struct {
	Base  int64 // added to their times
	Costs Costs // what a probe itself takes on that JVM
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

type times struct{ recorded, own, nested float64 }

func (d *Decoder) correct(id int32, e *measure.Event, units int64, from *Origin) {
	if d.times == nil {
		d.times = make([]times, len(d.Table))
	}
	t := &d.times[id]
	t.recorded += float64(e.Wall)
	own, nested := from.Costs.takeOut(e, units)
	t.own += own
	t.nested += nested
}

// takeOut takes the probes' own time out of an event's: that of its own probe, and of so many units inside.
func (c *Costs) takeOut(e *measure.Event, units int64) (own, nested float64) {
	if units < 0 {
		e.Nested = 0
		return 0, 0
	}
	inside := float64(units) * c.Unit
	own = min(float64(e.Wall), c.Own)
	nested = min(float64(e.Wall)-own, inside)
	e.Wall -= int64(own + nested)
	e.Away = min(e.Away, e.Wall)
	if e.CPU >= 0 {
		e.CPU = max(0, e.CPU-int64(c.OwnCPU+inside))
	}
	return own, nested
}

// Overheads lists what was taken out of each section that recorded time.
func (d *Decoder) Overheads() []measure.Overhead {
	var list []measure.Overhead
	for id, t := range d.times {
		if t.recorded > 0 {
			list = append(list, measure.Overhead{
				Section: d.Table[id].Index, Recorded: int64(t.recorded), Own: int64(t.own), Nested: int64(t.nested),
			})
		}
	}
	return list
}
