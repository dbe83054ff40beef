package traces

import (
	"encoding/binary"
	"slices"
	"sync"
	"time"

	"beagle/measure/kieker"
)

// Shard reconstructs and reduces the records of one source. It is the source's
// kieker.Handler.
type Shard struct {
	engine *Engine
	source string

	mu      sync.Mutex // held for a batch at a time
	now     int64      // ns of the wall clock at the batch
	events  openTable  // open event traces by trace id
	runs    openTable  // open execution traces by trace id
	last    *open      // event trace of the last event
	age     queue
	free    *open // released traces, linked by newer
	spare   int   // their number
	classes classTable
	recent  [1024]int64 // ids of complete traces, to explain what comes later
	hosts   []int32     // scratch for execution traces

	own    view
	view   *view // of the source whose batch is processed
	counts Counts
}

// view is what a shard knows of a source's strings, by their ids.
type view struct {
	operations []opEntry
	hostOf     []int32 // number+1
	version    int64
	scale      int64 // ns per unit of the source's timestamps
}

// opEntry remembers the operation of a signature id and the class id it came
// with; a signature nearly always comes with one class.
type opEntry struct{ class, op int32 }

// Counts are what a shard counts.
type Counts struct {
	Records  int64 // all records
	Events   int64 // records that belong to traces
	Valid    int64
	Invalid  int64
	Repaired int64
	Unsorted int64 // valid traces of classes beyond the memory for classes
	Backward int64 // executions that end before they begin
	Open     int64 // at present
	Reasons  [Reasons]int64
}

func (c *Counts) add(o *Counts) {
	c.Records += o.Records
	c.Events += o.Events
	c.Valid += o.Valid
	c.Invalid += o.Invalid
	c.Repaired += o.Repaired
	c.Unsorted += o.Unsorted
	c.Backward += o.Backward
	c.Open += o.Open
	for i := range c.Reasons {
		c.Reasons[i] += o.Reasons[i]
	}
}

func newShard(e *Engine, source string) *Shard {
	s := &Shard{engine: e, source: source, events: newOpenTable(), runs: newOpenTable(), classes: newClassTable()}
	s.own.scale = 1
	return s
}

// Records processes a batch.
func (s *Shard) Records(batch []kieker.Record) { s.process(&s.own, batch) }

// process processes a batch of the source that the view belongs to.
func (s *Shard) process(v *view, batch []kieker.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.view = v
	s.now = time.Now().UnixNano()
	s.counts.Records += int64(len(batch))
	if len(batch) > 0 && batch[0].Class.Version() != s.view.version {
		s.view.version = batch[0].Class.Version()
		clear(s.view.operations)
		clear(s.view.hostOf)
	}
	for i := range batch {
		r := &batch[i]
		kind := role(r.Class.Mark)
		if kind < roleBefore || kind > roleFailed || len(r.Data) < eventSize {
			s.other(r)
			continue
		}
		s.event(kind, r)
	}
	s.expire()
}

// eventSize is the size of a logging timestamp with the fields of an
// AbstractOperationEvent: timestamp, traceId, orderIndex, operation, class.
const eventSize = 36

// event is the hot path: some 20 ns for each of millions of records a second.
func (s *Shard) event(kind role, r *kieker.Record) {
	data := r.Data[:eventSize]
	at := int64(binary.BigEndian.Uint64(data[8:])) * s.view.scale
	id := int64(binary.BigEndian.Uint64(data[16:]))
	order := int32(binary.BigEndian.Uint32(data[24:]))
	signature, class := int32(binary.BigEndian.Uint32(data[28:])), int32(binary.BigEndian.Uint32(data[32:]))
	var op int32
	if known := s.view.operations; uint(signature) < uint(len(known)) && known[signature].class == class+1 {
		op = known[signature].op
	} else {
		op = s.operation(r.Class, signature, class)
	}
	s.counts.Events++
	o := s.last
	if o == nil || o.id != id {
		o = s.find(id)
	}
	o.tick = s.now
	o.records++
	if order != o.next || o.call >= 0 || len(o.pending) > 0 {
		s.irregular(o, event{order: order, op: op, time: at, kind: kind})
		return
	}
	o.next++
	if kind == roleBefore {
		if len(o.execs) == cap(o.execs) && !s.grow(o) {
			return
		}
		o.enter(op, inferred, at, s.engine.options.MaxExecutions)
		return
	}
	o.leave(op, at, kind == roleFailed, s.engine.options.Repair)
	if o.current < 0 {
		s.settle(o)
	}
}

// other processes everything but entries and exits of operations.
func (s *Shard) other(r *kieker.Record) {
	if r.Class.Mark == int32(roleUnknown) {
		r.Class.Mark = s.engine.role(r.Class)
	}
	switch kind := role(r.Class.Mark); kind {
	case roleNone:
	case roleBefore, roleAfter, roleFailed: // the first of its class
		if len(r.Data) >= eventSize {
			s.event(kind, r)
		}
	default:
		s.counts.Events++
		s.rare(kind, r)
	}
}

// operation is the number of an operation, by the ids of its strings.
func (s *Shard) operation(c *kieker.Class, signature, class int32) int32 {
	if uint(signature) < uint(len(s.view.operations)) {
		if known := s.view.operations[signature]; known.class == class+1 {
			return known.op
		}
	}
	text, _ := c.Text(signature)
	className := ""
	if class >= 0 {
		className, _ = c.Text(class)
	}
	op := s.engine.names.operation(text, className)
	if signature >= 0 && !kieker.Transient(signature) && !kieker.Transient(class) {
		for int(signature) >= len(s.view.operations) {
			s.view.operations = append(s.view.operations, opEntry{})
		}
		s.view.operations[signature] = opEntry{class: class + 1, op: op}
	}
	return op
}

func (s *Shard) host(c *kieker.Class, id int32) int32 {
	if uint(id) < uint(len(s.view.hostOf)) && s.view.hostOf[id] != 0 {
		return s.view.hostOf[id] - 1
	}
	text, _ := c.Text(id)
	host := s.engine.names.host(text)
	if id >= 0 && !kieker.Transient(id) {
		for int(id) >= len(s.view.hostOf) {
			s.view.hostOf = append(s.view.hostOf, 0)
		}
		s.view.hostOf[id] = host + 1
	}
	return host
}

// find is the open event trace with the id, which may be a new one.
func (s *Shard) find(id int64) *open {
	o := s.events.get(id)
	if o == nil {
		o = s.begin(id)
		s.events.put(o)
		if s.recent[uint64(id)%uint64(len(s.recent))] == id && id != 0 {
			o.flags |= isLate
		}
	}
	s.last = o
	return o
}

// begin takes a trace from the free list, or gives up the oldest one where too
// many are open.
func (s *Shard) begin(id int64) *open {
	for s.counts.Open >= int64(s.engine.options.MaxOpen) {
		s.giveUp(s.age.oldest, TooMany)
	}
	o := s.free
	if o != nil {
		s.free = o.newer
		s.spare--
	} else {
		o = &open{}
	}
	o.reset(id)
	o.tick, o.check = s.now, s.now
	s.counts.Open++
	s.age.push(o)
	return o
}

// grow makes room for more executions of a trace.
func (s *Shard) grow(o *open) bool {
	size := max(16, 2*cap(o.execs))
	if !s.reserve(o, int64(size-cap(o.execs))*execSize) {
		return false
	}
	o.execs = slices.Grow(o.execs, size-len(o.execs))
	return true
}

// reserve takes memory for an open trace. Where it is used up the oldest
// traces are given up; false where that was the trace itself.
func (s *Shard) reserve(o *open, bytes int64) bool {
	for s.engine.openMemory.Add(-bytes) < 0 {
		s.engine.openMemory.Add(bytes)
		if released := s.free; released != nil {
			s.free = released.newer
			s.spare--
			s.engine.openMemory.Add(released.memory)
			continue
		}
		oldest := s.age.oldest
		s.giveUp(oldest, TooMany)
		if oldest == o {
			return false
		}
	}
	o.memory += bytes
	return true
}

// execSize is the memory of an exec.
const execSize = 24

// release returns a trace to the free list.
func (s *Shard) release(o *open) {
	if s.last == o {
		s.last = nil
	}
	if o.flags&isExecutions != 0 {
		s.runs.remove(o.id)
	} else {
		s.events.remove(o.id)
		s.recent[uint64(o.id)%uint64(len(s.recent))] = o.id
	}
	s.age.remove(o)
	s.counts.Open--
	// Released traces are used again, unless they are large or other sources
	// may need the memory.
	const keepBytes, keepTraces = 4096, 1 << 17
	if o.memory > keepBytes || s.spare >= keepTraces || s.engine.openMemory.Load() < s.engine.options.Memory/8 {
		s.engine.openMemory.Add(o.memory)
		return // to the garbage collector
	}
	o.newer, s.free = s.free, o
	s.spare++
}

// expire gives up traces that were quiet for too long. The queue is in order
// of the time at which a trace is looked at next, so that each is looked at
// once in that time and never all of them.
func (s *Shard) expire() {
	limit := int64(s.engine.options.Timeout)
	if limit <= 0 {
		return
	}
	for o := s.age.oldest; o != nil && o.check+limit <= s.now; o = s.age.oldest {
		if o.tick+limit <= s.now {
			s.giveUp(o, TimedOut)
			continue
		}
		s.age.remove(o)
		o.check = o.tick
		s.age.push(o)
	}
}

// Idle gives up traces while nothing arrives.
func (s *Shard) Idle(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = now.UnixNano()
	s.expire()
}

// Closed ends the source: what is still open is judged as it is.
func (s *Shard) Closed(report kieker.Report) {
	s.end()
	s.engine.retire(s)
	s.engine.mu.Lock()
	defer s.engine.mu.Unlock()
	s.engine.keepReport(report)
}

func (s *Shard) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.age.oldest != nil {
		s.giveUp(s.age.oldest, Valid)
	}
}
