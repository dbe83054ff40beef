package traces

import (
	"encoding/binary"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"beagle/traces/classes"
	"beagle/traces/kieker"
)

// Shard reconstructs and reduces the records of one source.
type Shard struct {
	base
	eventTraces
	executions executionTraces

	mu       sync.Mutex  // held for a batch at a time
	squeezed atomic.Bool // another source asks for memory
	own      view
}

// base is what all parts of a shard know: whose records they process, when, and
// what was counted. It lies in the shard itself, which reads and counts for each
// event without a detour; the parts, whose work is by trace, point to it.
type base struct {
	engine   *Engine
	source   string
	view     *view // of the source whose batch is processed
	now      int64 // ns of the wall clock at the batch
	counts   Counts
	branched *branched // of a branch only
	crowded  int64     // with so many open traces memory is asked for before it is needed: manyOpen
}

type view struct {
	operations []opEntry
	hostOf     []int32 // number+1
	version    int64
	scale      int64 // ns per unit of the source's timestamps
	// Class ids whose records are entries and exits in their plain form, and of metadata;
	// -1: none seen yet.
	entry, exit, metadata int32
}

func newView() view { return view{scale: 1, entry: -1, exit: -1, metadata: -1} }

// opEntry remembers the operation of a signature id and the class id it came
// with; a signature nearly always comes with one class.
type opEntry uint64

func (e opEntry) op() int32 { return int32(e >> 33) }

func (e opEntry) fits(class uint32) bool { return uint32(e) == class|known }

// known tells an entry that was made from an empty one.
const known = 1 << 31

func newShard(e *Engine, source string) *Shard {
	s := &Shard{base: base{engine: e, source: source, crowded: manyOpen}, own: newView()}
	s.eventTraces.finisher = finisher{
		openTraces: openTraces{base: &s.base, giveUp: s.giveUp},
		classSet:   classSet{base: &s.base, classes: newClassTable()},
		origins:    origins{base: &s.base},
		base:       &s.base,
	}
	s.eventTraces.base = &s.base
	s.events, s.runs = newOpenTable(&s.openPool), newOpenTable(&s.openPool)
	s.endDone = s.finish
	s.executions = executionTraces{&s.eventTraces.finisher}
	return s
}

// Records processes a batch.
func (s *Shard) Records(batch []kieker.Record) { s.process(&s.own, batch) }

func (s *Shard) process(v *view, batch []kieker.Record) {
	if len(batch) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.start(v, batch[0].Class)
	s.counts.Records += int64(len(batch))
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

func (s *Shard) start(v *view, c *kieker.Class) {
	s.view = v
	s.now = time.Now().UnixNano()
	if version := c.Version(); version != v.version {
		v.version = version
		clear(v.operations)
		clear(v.hostOf)
		v.entry, v.exit, v.metadata = -1, -1, -1
	}
	if s.squeezed.Load() {
		s.squeezed.Store(false)
		s.dropSpare()
		s.follow()
	}
}

// eventSize is the size of a logging timestamp with the fields of an
// AbstractOperationEvent: timestamp, traceId, orderIndex, operation, class.
const eventSize = 36

func (s *Shard) event(kind role, r *kieker.Record) {
	data := r.Data[:eventSize]
	at := int64(binary.BigEndian.Uint64(data[8:])) * s.view.scale
	id := int64(binary.BigEndian.Uint64(data[16:]))
	order := int32(binary.BigEndian.Uint32(data[24:]))
	op := s.view.operation(s.engine.names, r.Class, int32(binary.BigEndian.Uint32(data[28:])), int32(binary.BigEndian.Uint32(data[32:])))
	s.counts.Events++
	o := s.last
	if o == nil || o.id != id {
		o = s.find(id)
	}
	o.heard = coarse(s.now)
	if !s.unfold(o) {
		s.counts.InvalidRecords[TooMany]++ // of the trace that was given up
		return
	}
	if order^o.next|int32(o.slow) != 0 {
		s.irregular(o, event{order: order, op: op, time: at, kind: kind})
		return
	}
	if kind == roleBefore {
		if len(o.execs) == cap(o.execs) && !s.grow(o) {
			s.counts.InvalidRecords[TooMany]++
			return
		}
		o.next++
		o.enter(op, classes.Inferred, at, s.engine.options.MaxExecutions)
		return
	}
	o.next++
	o.leave(op, at, kind == roleFailed, s.engine.options.Repair)
	if o.current < 0 {
		s.settle(o)
	}
}

func (s *Shard) other(r *kieker.Record) {
	if r.Class.Mark == int32(roleUnknown) {
		r.Class.Mark = s.engine.roles.role(r.Class)
	}
	switch kind := role(r.Class.Mark); kind {
	case roleNone:
	case roleUnit: // stands in front of logs without a single trace, too
		s.rare(kind, r)
	case roleBefore, roleAfter, roleFailed: // the first of its class
		if len(r.Data) >= eventSize {
			s.event(kind, r)
		}
	default:
		s.counts.Events++
		s.rare(kind, r)
	}
}

func (v *view) operation(names *classes.Names, c *kieker.Class, signature, class int32) int32 {
	if uint(signature) < uint(len(v.operations)) {
		if entry := v.operations[signature]; entry.fits(uint32(class)) {
			return entry.op()
		}
	}
	text, sent := c.Text(signature)
	className := ""
	if class >= 0 {
		var classSent bool
		className, classSent = c.Text(class)
		sent = sent && classSent
	}
	op := names.OperationNumber(text, className)
	if sent && signature >= 0 && !kieker.Transient(signature) && !kieker.Transient(class) {
		for int(signature) >= len(v.operations) {
			v.operations = append(v.operations, 0)
		}
		v.operations[signature] = opEntry(uint64(op)<<33 | uint64(uint32(class)|known))
	}
	return op
}

func (v *view) named(data []byte) bool {
	signature := binary.BigEndian.Uint32(data[28:])
	return uint(signature) < uint(len(v.operations)) && v.operations[signature].fits(binary.BigEndian.Uint32(data[32:]))
}

// host is the number of a record's host. Ids of a stream's strings are remembered, so that nearly always one
// load of an array does; transient strings have no id that stays.
func (v *view) host(names *classes.Names, c *kieker.Class, id int32) int32 {
	if uint(id) < uint(len(v.hostOf)) && v.hostOf[id] != 0 {
		return v.hostOf[id] - 1
	}
	text, sent := c.Text(id)
	host := names.HostNumber(text)
	if sent && id >= 0 && !kieker.Transient(id) {
		for int(id) >= len(v.hostOf) {
			v.hostOf = append(v.hostOf, 0)
		}
		v.hostOf[id] = host + 1
	}
	return host
}

// expire gives up traces that were quiet for too long.
func (s *Shard) expire() {
	limit := int64(s.engine.options.Timeout)
	if limit <= 0 {
		return
	}
	for o := s.age.oldest; o != nil && o.check+limit <= s.now; o = s.age.oldest {
		quiet := o.quiet(s.now)
		if quiet >= limit {
			s.giveUp(o, TimedOut)
			continue
		}
		s.age.remove(o)
		o.check = s.now - quiet
		s.age.push(o)
	}
}

// Idle ends what waits for more, and gives up traces, while nothing arrives.
func (s *Shard) Idle(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = now.UnixNano()
	if w := s.age.newest; w != nil && w.quiet(s.now) > int64(time.Second) {
		s.executions.settleRuns(w)
	}
	s.expire()
	s.shrink()
}

// Closed ends the source: what is still open is judged as it is.
func (s *Shard) Closed(kieker.Report) {
	s.end()
	s.engine.retire(s)
}

func (s *Shard) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.age.oldest != nil {
		s.giveUp(s.age.oldest, Valid)
	}
}

func (s *Shard) giveUp(o *open, reason Reason) {
	if s.waiting > 0 {
		complete := slices.ContainsFunc(s.done[:s.waiting], func(d done) bool { return d.trace == o })
		if s.finish(); complete {
			return
		}
	}
	if o.flags&isExecutions != 0 {
		s.executions.judgeRuns(o, reason)
		return
	}
	s.giveUpEvents(o, reason)
}
