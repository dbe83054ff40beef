package probe

import (
	"fmt"
	"math"
	"slices"

	"beagle/measure"
)

// Decoder turns the records of one launch into events.
type Decoder struct {
	Table  Table        // what the probes' numbers mean
	Launch int32        // number of the launch that events are marked with
	Sink   measure.Sink // where events go, in batches, in the order of the records
	Events int64        // delivered

	times   []times // by probe
	work    []Work  // by probe; nil: nothing is known
	batch   []measure.Event
	threads map[int64]*thread
	last    []*latest        // by probe
	never   map[int32]uint64 // executions of probes without any record
	service int64            // executions of services so far

	found  []characterisation // of the latest value
	units  []uint16           // of the latest text
	packed []byte             // see units
	texts  map[string]string  // that came before

	classes map[string]string // names of classes as texts of StoEx
}

type thread struct {
	time     int64 // in the last record that had one, as the JVM counts
	services []active
	calls    []openCall
	within   int32         // 1 more than the index of the service that calls the next one, which is not recorded; 0: that is
	left     map[int32]int // calls entered and not left; nil: none ever was
	called   active        // the last call whose arguments follow
	held     held
}

type active struct {
	probe  int32
	weight float64
	number int64           // of the execution
	began  int64           // of a service, as the JVM counts: its own work, once its parameters were read
	read   int64           // of a service: ns that its parameters were read for
	params []measure.Event // of a service
}

type openCall struct {
	probe  int32
	depth  int // services around it
	weight float64
	params []measure.Event
}

const batchSize = 1024

// Record decodes one record of a thread, which has as many words as Words says.
//
//nolint:gosec // it takes the words of longer records for out of range
func (d *Decoder) Record(threadID int64, from *Origin, words []uint64) error {
	head := words[0]
	kind, id := head>>56, int32(head>>32&0xffffff)
	if kind >= typeTinyDemand {
		kind, id = typeTinyDemand, int32(head>>47&0xffff)
	}
	if kind == typeEnd {
		d.End(threadID)
		return nil
	}
	if int(id) >= len(d.Table) {
		return fmt.Errorf("the record names probe %d, but there are only %d", id, len(d.Table))
	}
	t := d.threads[threadID]
	if t == nil {
		if d.threads == nil {
			d.threads = map[int64]*thread{}
		}
		t = &thread{}
		d.threads[threadID] = t
	}
	p := d.Table[id]
	e := measure.Event{Launch: d.Launch, Thread: threadID, Section: p.Index, Weight: 1}
	detail := uint32(head)
	if kind <= typeLoop || kind == typeDemandAway {
		e.Weight = max(float64(detail), 1)
	}
	switch kind { // not the first byte, which of tiny demands has a part of the probe's number, too
	case typeDemand, typeDemandCPU, typeDemandAway:
		e.CPU = -1
		switch kind {
		case typeDemandCPU:
			e.CPU = int64(words[4])
		case typeDemandAway:
			e.Away = int64(words[4])
		}
		t.time = int64(words[1]) + int64(words[2])
		d.demand(t, id, e, int64(words[2]), int64(words[3]), from)
	case typeShortDemand:
		e.CPU = -1
		t.time += int64(words[1] >> 32)
		d.demand(t, id, e, int64(words[1]&0xffffffff), int64(detail), from)
	case typeTinyDemand:
		e.CPU = -1
		t.time += int64(head >> 20 & 0xfffff)
		d.demand(t, id, e, int64(head&0xfffff), int64(head>>40&0x7f), from)
	case typeBranch:
		e.Kind = measure.SectionEntered
		d.executed(t, id, e)
	case typeLoop:
		e.Kind, e.Count = measure.LoopCounted, int64(words[1])
		d.executed(t, id, e)
	case typeShortLoop:
		e.Kind, e.Count = measure.LoopCounted, int64(detail)
		d.executed(t, id, e)
	case typeEnter:
		t.time = int64(words[1])
		d.enter(t, id, e, max(detail, 1), from)
	case typeShortEnter:
		t.time += int64(detail)
		d.enter(t, id, e, 1, from)
	case typeBegin:
		t.time += int64(detail)
		if n := len(t.services); n > 0 {
			s := &t.services[n-1]
			s.read, s.began = t.time-s.began, t.time
		}
	case typeWithin:
		t.within = p.Index + 1
	case typeLeave:
		t.time, e.Away = int64(words[1]), int64(words[3])
		d.leave(t, id, e, int64(words[2]), from)
	case typeShortLeave:
		t.time, e.Away = t.time+int64(detail), int64(words[1]&0xffffffff)
		d.leave(t, id, e, int64(words[1]>>32), from)
	case typeCall:
		d.call(t, id, e, detail)
	case typeReturn:
		if t.left[id] > 0 {
			t.left[id]--
			e.Kind = measure.CallLeft
			d.emit(t, id, e)
		}
	case typeParameter:
		d.parameter(t, id, e, words)
	case typeRest:
		d.Rest(id, words[1])
	case typeElsewhere:
		d.elsewhere(id, detail, int64(words[1]))
	case typeOthers:
		d.others(id, int64(words[1]), int64(words[2]), int64(words[3]))
	default: // to pass over it would lose what it says, and with it the time of what follows
		return fmt.Errorf("the record %#x of probe %d is none that is known", head, id)
	}
	return nil
}

// End forgets a thread: nothing more comes of it. A program may start threads without end.
func (d *Decoder) End(threadID int64) {
	if t := d.threads[threadID]; t != nil && t.held.on {
		d.release(t)
	}
	delete(d.threads, threadID)
}

func (d *Decoder) demand(t *thread, id int32, e measure.Event, wall, units int64, from *Origin) {
	e.Kind, e.Time, e.Wall = measure.DemandCaptured, t.time-wall+from.Base, wall
	e.Nested = int32(min(units, math.MaxInt32))
	d.correct(id, &e, units, from)
	d.executed(t, id, e)
}

func (d *Decoder) enter(t *thread, id int32, e measure.Event, weight uint32, from *Origin) {
	if slices.ContainsFunc(t.services, func(s active) bool { return s.probe == id }) { // a stack overflow came before its end
		t.leave(id)
		e.Kind = measure.ServiceLeft
		d.emit(t, id, e)
	}
	e.Kind, e.Time, e.Weight = measure.ServiceEntered, t.time+from.Base, float64(weight)
	e.Index, t.within = t.within, 0
	t.enter(d, id, e.Weight)
	d.executed(t, id, e)
}

func (d *Decoder) leave(t *thread, id int32, e measure.Event, units int64, from *Origin) {
	e.Kind, e.Time = measure.ServiceLeft, t.time+from.Base
	if began, read, known := t.leave(id); known {
		e.Count = read
		e.Wall, e.Nested = t.time-began, int32(min(units, math.MaxInt32))
		from.Costs.takeOut(&e, units)
		e.Wall = max(1, e.Wall) // it is known
	}
	d.emit(t, id, e)
	if t.held.on && len(t.services) < t.held.depth {
		d.release(t)
	}
}

// enter begins an execution of a service. The buffer of an earlier one at the same depth is used again.
func (t *thread) enter(d *Decoder, id int32, weight float64) {
	n := len(t.services)
	if n < cap(t.services) {
		t.services = t.services[:n+1]
	} else {
		t.services = append(t.services, active{})
	}
	d.service++
	s := &t.services[n]
	s.probe, s.weight, s.number, s.began, s.read, s.params = id, weight, d.service, t.time, 0, s.params[:0]
	if weight > 1 && !t.held.on {
		t.held.on, t.held.depth = true, n+1
	}
}

// leave ends a service and everything inside it that an exception ended.
func (t *thread) leave(id int32) (began, read int64, known bool) {
	for n := len(t.services); n > 0; n-- {
		if t.services[n-1].probe != id {
			continue
		}
		began, read = t.services[n-1].began, t.services[n-1].read
		t.services = t.services[:n-1]
		for k := len(t.calls); k > 0 && t.calls[k-1].depth >= n; k-- {
			t.calls = t.calls[:k-1]
		}
		return began, read, true
	}
	return 0, 0, false
}

func (t *thread) entered(id int32) {
	if t.left == nil {
		t.left = map[int32]int{}
	}
	t.left[id]++
}

func (d *Decoder) call(t *thread, id int32, e measure.Event, detail uint32) {
	const open = 1 << 31
	e.Kind = measure.CallEntered
	e.Weight = max(float64(detail&^open), 1)
	if detail&open == 0 {
		t.entered(id)
		t.called = active{probe: id, weight: e.Weight}
		d.executed(t, id, e)
		return
	}
	if len(t.calls) < 10000 {
		t.calls = append(t.calls, openCall{probe: id, depth: len(t.services), weight: e.Weight})
	}
}

// parameter delivers the characterisations of one value.
func (d *Decoder) parameter(t *thread, id int32, e measure.Event, words []uint64) {
	e.Kind = measure.ParameterCaptured
	e.Index = int32(words[0] & 0xff)
	marks := words[0] >> 12 & 7
	if marks == 0 {
		if n := len(t.services) - 1; d.Table[id].Kind == Service && n >= 0 && t.services[n].probe == id {
			e.Weight = t.services[n].weight
			s := &t.services[n]
			for _, c := range d.characterised(words) {
				e.Char, e.Value = c.of, c.value
				if len(s.params) < maxParams {
					s.params = append(s.params, e)
				}
				d.emit(t, id, e)
			}
			return
		}
		if t.called.probe == id {
			e.Weight = t.called.weight
		}
		for _, c := range d.characterised(words) {
			e.Char, e.Value = c.of, c.value
			d.argument(t, id, e)
		}
		return
	}
	k := len(t.calls) - 1
	for k >= 0 && t.calls[k].probe != id {
		k--
	}
	if k < 0 { // its first argument was not recorded
		return
	}
	c := &t.calls[k]
	e.Weight = c.weight
	for _, found := range d.characterised(words) {
		one := e
		one.Char, one.Value = found.of, found.value
		c.params = append(c.params, one)
	}
	if marks&markLast == 0 {
		return
	}
	entered := e
	entered.Kind, entered.Index = measure.CallEntered, 0
	t.entered(id)
	d.executed(t, id, entered)
	for _, p := range c.params {
		d.argument(t, id, p)
	}
	t.calls = t.calls[:k]
}

// Flush delivers what is held back.
func (d *Decoder) Flush() {
	if len(d.batch) > 0 {
		d.Sink.Events(d.batch)
		d.batch = d.batch[:0]
	}
}
