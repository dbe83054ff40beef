package observed

import "beagle/measure"

// Timed is what executions of a section took, without probes and without time in which the thread had no processor.
type Timed struct {
	All   Part
	Later Part    // those that came last
	mark  float64 // executions before the present part began
	next  Part    // since then
}

// Part is some of the executions of a section.
type Part struct {
	Took  float64 // ns
	Times float64 // executions
}

func (p *Part) add(took, times float64) {
	p.Took += took * times
	p.Times += times
}

func (o *Observer) timed(s *stack, e *measure.Event) {
	if e.Section < 0 || int(e.Section) >= len(o.launch.Timed) {
		return
	}
	took, times := float64(max(0, e.Wall-e.Away)), max(e.Weight, 1)
	at := s.runs(int32(o.order.Sections[e.Section].Service))
	if at >= 0 && s.services[at].again {
		return
	}
	o.launch.Timed[e.Section].add(took, times)
	if at < 0 {
		return // it runs outside of its service
	}
	f := &s.services[at]
	f.alone = e.Nested == 0 && at == len(s.services)-1
	o.took[[2]int32{f.around, e.Section}] += took * times
}

// add takes in executions.
func (t *Timed) add(took, times float64) {
	t.All.add(took, times)
	t.Later.add(took, times)
	t.next.add(took, times)
	if t.All.Times >= 2*t.mark {
		t.Later, t.next, t.mark = t.next, Part{}, t.All.Times
	}
}

func (t *Timed) mean() float64 {
	if t.Later.Times <= 0 {
		return 0
	}
	return t.Later.Took / t.Later.Times
}

// warm is how many times as long all executions would have taken as they did, had they been as the later ones.
func (t *Timed) warm() float64 {
	if t.All.Took <= 0 {
		return 1
	}
	return t.mean() / (t.All.Took / t.All.Times)
}

// pairs is what the actions of a service took inside another one, or, of -1, inside none.
func (o *Observer) pairs() map[[2]int32]float64 {
	pairs := map[[2]int32]float64{}
	for at, took := range o.took {
		around, service := at[0], int32(o.order.Sections[at[1]].Service)
		if around >= 0 {
			around = o.first[around]
		}
		pairs[[2]int32{around, o.first[service]}] += took * o.launch.Timed[at[1]].warm()
	}
	return pairs
}
