package probe

import (
	"maps"
	"slices"

	"beagle/measure"
)

// The weight in a record is the number of executions of its probe since the last record: those that were sampled out,
// and those inside executions of a service that were left out.

const maxHeld = 1 << 14

const maxParams = 64

// held are the events of one execution of a service that stands for others too.
type held struct {
	on     bool
	depth  int // of the service
	events []heldEvent
	shares map[int32]share
}

type heldEvent struct {
	probe int32
	event measure.Event
}

type share struct{ weight, records float64 }

// latest is the last execution that was recorded of a probe, with what is needed to tell of it again.
type latest struct {
	event   measure.Event
	service measure.Event // around it
	number  int64         // of its execution; 0: there was none
	params  []measure.Event
	own     []measure.Event // arguments of a call
	rest    float64
}

func (d *Decoder) executed(t *thread, id int32, e measure.Event) {
	if d.last == nil {
		d.last = make([]*latest, len(d.Table))
	}
	l := d.last[id]
	if l == nil {
		l = &latest{}
		d.last[id] = l
	}
	l.event, l.own = e, l.own[:0]
	if n := len(t.services); n == 0 || e.Kind == measure.ServiceEntered {
		l.number, l.params = 0, l.params[:0]
	} else if s := &t.services[n-1]; l.number != s.number {
		l.number = s.number
		l.service = measure.Event{Kind: measure.ServiceEntered, Launch: e.Launch, Section: d.Table[s.probe].Index}
		l.params = append(l.params[:0], s.params...)
	}
	if t.held.on {
		if t.held.shares == nil {
			t.held.shares = map[int32]share{}
		}
		s := t.held.shares[id]
		t.held.shares[id] = share{s.weight + e.Weight, s.records + 1}
	}
	d.emit(t, id, e)
}

func (d *Decoder) latest(id int32) *latest {
	if int(id) >= len(d.last) {
		return nil
	}
	return d.last[id]
}

func (d *Decoder) argument(t *thread, id int32, e measure.Event) {
	if l := d.latest(id); l != nil && len(l.own) < maxParams {
		l.own = append(l.own, e)
	}
	d.emit(t, id, e)
}

func (d *Decoder) emit(t *thread, id int32, e measure.Event) {
	if !t.held.on {
		d.deliver(e)
		return
	}
	t.held.events = append(t.held.events, heldEvent{id, e})
	if len(t.held.events) >= maxHeld {
		depth := t.held.depth
		d.release(t)
		t.held.on, t.held.depth = true, depth
	}
}

func (d *Decoder) release(t *thread) {
	for i := range t.held.events {
		h := &t.held.events[i]
		if s := t.held.shares[h.probe]; s.records > 0 {
			h.event.Weight = s.weight / s.records
		}
		d.deliver(h.event)
	}
	t.held.on, t.held.events = false, t.held.events[:0]
	clear(t.held.shares)
}

// Rest adds executions of a probe for which no record came any more.
func (d *Decoder) Rest(id int32, executions uint64) {
	if l := d.latest(id); l != nil {
		l.rest += float64(executions)
	} else if executions > 0 {
		if d.never == nil {
			d.never = map[int32]uint64{}
		}
		d.never[id] += executions
	}
}

// Never is how often probes ran of which each execution was left out, by their number.
func (d *Decoder) Never() map[int32]uint64 { return d.never }

// Finish delivers what is held back when nothing more comes: the last record of each probe once more.
func (d *Decoder) Finish() {
	for _, id := range slices.Sorted(maps.Keys(d.threads)) {
		if t := d.threads[id]; t.held.on {
			d.release(t)
		}
	}
	const nothing = 1e-9 // weight of a service that only says what the parameters were
	for id := range d.Table {
		l := d.latest(int32(id))
		if l == nil || l.rest == 0 {
			continue
		}
		tell := func(e measure.Event, weight float64) {
			e.Thread, e.Weight = measure.Replayed, weight
			d.deliver(e)
		}
		if l.number != 0 {
			tell(l.service, nothing)
			for _, e := range l.params {
				tell(e, nothing)
			}
		}
		tell(l.event, l.rest)
		for _, e := range l.own {
			tell(e, l.rest)
		}
		end := l.event
		switch end.Kind {
		case measure.CallEntered:
			end.Kind = measure.CallLeft
			tell(end, nothing)
		case measure.ServiceEntered:
			end.Kind = measure.ServiceLeft
			tell(end, nothing)
		default: // it is one event
		}
		if l.number != 0 {
			end = l.service
			end.Kind = measure.ServiceLeft
			tell(end, nothing)
		}
		l.rest = 0
	}
	d.Flush()
}

// deliver hands an event on, in batches; a weight of 1 is said as 0, which events have by default.
func (d *Decoder) deliver(e measure.Event) {
	if e.Weight == 1 {
		e.Weight = 0
	}
	d.Events++
	if d.batch = append(d.batch, e); len(d.batch) >= batchSize {
		d.Flush()
	}
}
