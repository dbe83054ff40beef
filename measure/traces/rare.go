package traces

import (
	"cmp"
	"slices"

	"beagle/measure/kieker"
)

// rare processes everything but entries and exits of operations.
func (s *Shard) rare(kind role, r *kieker.Record) {
	switch kind {
	case roleMetadata:
		s.metadata(r)
	case roleExecution:
		s.execution(r)
	case roleUnit:
		s.unit(r)
	case roleCall, roleOther:
		fields := s.engine.fieldsOf(r.Class)
		e := event{order: r.Int(fields.order), time: r.Long(fields.time) * s.view.scale, kind: kind}
		if kind == roleCall {
			e.op = s.operation(r.Class, r.Int(3), r.Int(4))
			e.callee = s.operation(r.Class, r.Int(5), r.Int(6))
		}
		o := s.find(r.Long(fields.trace))
		o.tick = s.now
		o.records++
		s.irregular(o, e)
	default:
	}
}

// unit notes the unit of a source's timestamps.
func (s *Shard) unit(r *kieker.Record) {
	field := r.Class.Index("timeUnit")
	if field < 0 {
		return
	}
	switch r.String(field) {
	case "MICROSECONDS":
		s.view.scale = 1e3
	case "MILLISECONDS":
		s.view.scale = 1e6
	case "SECONDS":
		s.view.scale = 1e9
	default:
		s.view.scale = 1
	}
}

// metadata processes a TraceMetadata record.
func (s *Shard) metadata(r *kieker.Record) {
	o := s.find(r.Long(0))
	o.tick = s.now
	if o.flags&hasMetadata != 0 {
		o.note(DuplicateMetadata, fault{order: o.next, got: -1, want: -1})
		return
	}
	o.flags |= hasMetadata
	o.flags &^= isLate
	o.host = s.host(r.Class, r.Int(3))
	o.session = r.String(2)
	// A root names no parent, or itself; probes of other languages write 0.
	if parent := r.Long(4); parent != -1 && parent != o.id && !(parent == 0 && r.Int(5) == 0) {
		o.parent = parent
	}
	if o.current < 0 && len(o.execs) > 0 {
		s.settle(o)
	}
}

// irregular processes an event that is not simply the next entry or exit.
func (s *Shard) irregular(o *open, e event) {
	switch {
	case e.order < o.next:
		o.note(DuplicateOrder, fault{order: e.order, got: e.op, want: -1})
		return
	case e.order > o.next:
		s.postpone(o, e)
		return
	}
	s.step(o, e)
	for len(o.pending) > 0 && o.pending[0].order <= o.next {
		e = o.pending[0]
		o.pending = slices.Delete(o.pending, 0, 1)
		s.step(o, e)
	}
	if o.current < 0 && len(o.execs) > 0 && len(o.pending) == 0 && o.call < 0 {
		s.settle(o)
	}
}

// postpone keeps an event until those before it have come.
func (s *Shard) postpone(o *open, e event) {
	if len(o.pending) >= s.engine.options.MaxExecutions {
		o.note(TooLong, fault{order: e.order, got: e.op, want: -1})
		return
	}
	at, found := slices.BinarySearchFunc(o.pending, e, func(a, b event) int { return cmp.Compare(a.order, b.order) })
	if found {
		o.note(DuplicateOrder, fault{order: e.order, got: e.op, want: -1})
		return
	}
	if len(o.pending) == cap(o.pending) {
		size := max(16, 2*cap(o.pending))
		if !s.reserve(o, int64(size-cap(o.pending))*parkedSize) {
			return
		}
		o.pending = slices.Grow(o.pending, size-len(o.pending))
	}
	o.pending = slices.Insert(o.pending, at, e)
}

// parkedSize is the memory of an event that waits.
const parkedSize = 32

// step processes an event whose turn it is.
func (s *Shard) step(o *open, e event) {
	o.next = e.order + 1
	limit := s.engine.options.MaxExecutions
	if e.kind != roleBefore {
		s.called(o, e)
	}
	switch e.kind {
	case roleBefore:
		mark := inferred
		if s.called(o, e) {
			mark = 0
		}
		o.enter(e.op, mark, e.time, limit)
	case roleAfter, roleFailed:
		o.leave(e.op, e.time, e.kind == roleFailed, s.engine.options.Repair)
	case roleCall:
		o.call, o.callAt = e.callee, e.time
	default:
	}
}

// called resolves a call event by the event that follows it: the entry of the
// callee (true), or else the callee is code without probes whose execution is
// assumed to last until then.
func (s *Shard) called(o *open, e event) bool {
	callee := o.call
	if callee < 0 {
		return false
	}
	o.call = -1
	if e.kind == roleBefore && e.op == callee {
		return true
	}
	if !s.engine.options.IgnoreAssumed {
		o.enter(callee|assumed, 0, o.callAt, s.engine.options.MaxExecutions)
		o.leave(callee|assumed, e.time, false, false)
	}
	return false
}

// settle ends a trace whose outermost operation was left, if nothing speaks
// against it: Kieker, too, emits a trace as soon as its counts balance.
func (s *Shard) settle(o *open) {
	switch {
	case o.flags&hasMetadata == 0 || len(o.pending) > 0 || o.call >= 0:
		return // what is missing may still come
	case o.reason == Valid:
		s.valid(o)
	case o.reason == ExitOfAnother || o.reason == TooLong:
		s.invalid(o, o.reason)
	default: // damaged: kept until the end, so that all of it is in one place
	}
}

// giveUp ends a trace that is not complete, because of the reason; Valid means
// that the source has ended.
func (s *Shard) giveUp(o *open, reason Reason) {
	if o.flags&isExecutions != 0 {
		s.judgeRuns(o, reason)
		return
	}
	gap := len(o.pending) > 0
	where := fault{order: o.next, got: -1, want: -1}
	if s.engine.options.Repair || reason == Valid {
		for _, e := range o.pending {
			s.step(o, e)
		}
		o.pending = o.pending[:0]
	}
	repair := s.engine.options.Repair && reason == Valid && o.flags&hasMetadata != 0 && o.reason == Valid && len(o.execs) > 0
	switch {
	case repair:
		for at := o.last(); o.current >= 0; {
			o.closeTop(at)
		}
		s.counts.Repaired++
		s.valid(o)
		return
	case reason != Valid:
	case o.flags&isLate != 0:
		reason = LateEvents
	case o.flags&hasMetadata == 0:
		reason = NoMetadata
	case gap && (o.reason == Valid || o.reason == ExitOfAnother || o.reason == ExitWithoutEntry):
		o.reason, o.fault, reason = Valid, where, MissingEvents
		o.note(reason, where)
	case o.reason != Valid:
		reason = o.reason
	case o.current >= 0:
		reason = NeverClosed
	default:
		reason = MissingEvents // metadata without any event
	}
	s.invalid(o, reason)
}
