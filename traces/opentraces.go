package traces

import (
	"beagle/traces/classes"
)

// openTraces are the traces of a source whose records are still arriving: found by their ids, in order of age, and
// used again once they have ended. What they take of the memory for open traces is taken here, and given back.
type openTraces struct {
	*base
	openPool
	events openTable // open event traces by trace id
	runs   openTable // open execution traces by trace id
	last   *open     // event trace of the last event
	age    queue
	asked  int64       // batch in which other sources were asked for memory
	recent [1024]int64 // ids of complete traces, to explain what comes later
	giveUp func(*open, Reason)

	done    [32]done // traces that are complete, in order; see finish
	waiting int      // how many they are
	endDone func()   // ends them
}

// Memory for open traces is taken from what all sources share.

// room is the capacity that follows one that is full, up to the limit.
func room(full, limit int) int { return max(full+1, min(full+max(4, full/2), limit)) }

// grow makes room for more executions of a trace.
func (s *openTraces) grow(o *open) bool {
	return s.enlarge(o, room(cap(o.execs), s.engine.options.MaxExecutions))
}

// enlarge makes room for so many executions, or as many as a trace may have.
func (s *openTraces) enlarge(o *open, size int) bool {
	limit := s.engine.options.MaxExecutions
	if size = min(size, limit); size <= cap(o.execs) {
		return true
	}
	size = max(size, room(cap(o.execs), limit))
	if !s.reserve(o, int64(size-cap(o.execs))*execSize) {
		return false
	}
	o.execs = append(make([]classes.Exec, 0, size), o.execs...)
	return true
}

func (s *openTraces) force(o *open, size int) {
	limit := s.engine.options.MaxExecutions
	if size = min(size, limit); size > cap(o.execs) {
		size = max(size, room(cap(o.execs), limit))
		s.engine.openMemory.Add(-int64(size-cap(o.execs)) * execSize)
		o.execs = append(make([]classes.Exec, 0, size), o.execs...)
	}
}

// reserve takes memory for an open trace.
func (s *openTraces) reserve(o *open, bytes int64) bool {
	memory := &s.engine.openMemory
	for memory.Add(-bytes) < 0 {
		memory.Add(bytes)
		switch oldest := s.age.oldest; {
		case s.droppable():
			s.dropSpare()
		case s.asked != s.now: // once a batch
			s.asked = s.now
			s.engine.squeeze(s.base)
		case oldest == nil:
			memory.Add(-bytes)
			return true
		default:
			s.giveUp(oldest, TooMany)
			if oldest == o {
				return false
			}
		}
	}
	return true
}

func (s *openTraces) release(o *open) {
	if s.last == o {
		s.last = nil
	}
	if o.flags&isExecutions != 0 {
		s.runs.remove(o.id)
	} else {
		s.events.remove(o.id)
		s.recent[uint64(o.id)%uint64(len(s.recent))] = o.id
		s.branched.remember(o.id)
	}
	s.age.remove(o)
	s.counts.Open--
	const keepBytes = 4096
	if o.extra() > keepBytes {
		s.engine.openMemory.Add(o.strip()) // to the garbage collector
	}
	o.turn = unfolded // the next record with its id does not find it
	s.openPool.release(o)
}

func (s *openTraces) dropSpare() {
	freed := s.drop()
	for _, t := range []*openTable{&s.events, &s.runs} {
		if t.count == 0 && len(t.slots) > minSlots {
			freed += int64(len(t.slots)-minSlots) * slotSize
			t.resize(minSlots)
		}
	}
	s.engine.openMemory.Add(freed)
}

func (s *openTraces) put(t *openTable, o *open) {
	if t.full() {
		s.engine.openMemory.Add(-int64(len(t.slots)) * slotSize)
		t.resize(2 * len(t.slots))
	}
	t.put(o)
}

func (s *openTraces) shrink() {
	if s.counts.Open == 0 {
		s.dropSpare()
	}
}

func (s *openTraces) find(id int64) *open {
	o := s.events.get(id)
	if o != nil && s.waiting > 0 { // it may be one of them
		s.endDone()
		o = s.events.get(id)
	}
	if o == nil {
		o = s.begin(id)
		s.put(&s.events, o)
		if s.recent[uint64(id)%uint64(len(s.recent))] == id && id != 0 {
			o.flags |= isLate
		}
	}
	s.last = o
	return o
}

func (s *openTraces) begin(id int64) *open {
	if s.free == nil && s.waiting > 0 {
		s.endDone()
	}
	for s.counts.Open >= int64(s.engine.options.MaxOpen) {
		s.giveUp(s.age.oldest, TooMany)
	}
	if s.free == nil {
		s.widen()
	}
	o := s.take()
	if s.counts.Open >= s.crowded {
		s.askFree()
	}
	o.reset(id)
	if s.engine.options.Repair { // may close more than one execution at an exit
		o.turn = unfolded
	}
	o.heard, o.check = coarse(s.now), s.now
	s.counts.Open++
	s.age.push(o)
	return o
}

// askFree asks for what the next new traces take.
func (s *openTraces) askFree() {
	next := s.free
	if next == nil {
		return
	}
	prefetch([]*progress{next.progress})
	if after := next.newer; after != nil {
		prefetch([]*int32{&after.next, &after.current}) // its two lines
	}
}

// widen makes room for more open traces, or gives up the oldest one where memory is short.
func (s *openTraces) widen() {
	memory := &s.engine.openMemory
	if memory.Add(-slabSize) < 0 && s.asked != s.now { // once a batch
		s.asked = s.now
		s.engine.squeeze(s.base)
	}
	if memory.Load() < 0 && s.age.oldest != nil {
		memory.Add(slabSize)
		s.giveUp(s.age.oldest, TooMany)
		return
	}
	s.add()
}
