package traces

import (
	"cmp"
	"encoding/binary"
	"slices"

	"beagle/traces/classes"
	"beagle/traces/kieker"
)

func (s *Shard) rare(kind role, r *kieker.Record) {
	if s.branched != nil && kind != roleMetadata && kind != roleOther && kind != roleUnit {
		s.branched.dependent = true // of several traces, or of one kind that is not replayed
	}
	switch kind {
	case roleMetadata:
		s.metadata(r)
	case roleExecution:
		s.executions.execution(r)
	case roleUnit:
		s.view.unit(r)
	case roleCall, roleOther, roleSplit, roleReceived, roleJoin:
		fields := s.engine.roles.fieldsOf(r.Class)
		e := event{order: r.Int(fields.order), time: r.Long(fields.time) * s.view.scale, kind: kind}
		if kind == roleCall {
			e.op = s.view.operation(s.engine.names, r.Class, r.Int(3), r.Int(4))
			e.callee = s.view.operation(s.engine.names, r.Class, r.Int(5), r.Int(6))
		}
		o := s.find(r.Long(fields.trace))
		o.heard = coarse(s.now)
		switch kind {
		case roleReceived:
			callerOf(o, r)
		case roleJoin:
			s.join(r)
		default:
		}
		s.irregular(o, e)
	default:
	}
}

func (v *view) unit(r *kieker.Record) {
	field := r.Class.Index("timeUnit")
	if field < 0 {
		return
	}
	switch r.String(field) {
	case "MICROSECONDS":
		v.scale = 1e3
	case "MILLISECONDS":
		v.scale = 1e6
	case "SECONDS":
		v.scale = 1e9
	default:
		v.scale = 1
	}
}

// metadataSize is the size of a logging timestamp with the fields of a TraceMetadata: traceId, threadId, sessionId,
// hostname, parentTraceId, parentOrderId.
const metadataSize = 44

func (s *eventTraces) metadata(r *kieker.Record) {
	if len(r.Data) < metadataSize {
		s.counts.Events--
		return
	}
	data := r.Data[:metadataSize]
	id := int64(binary.BigEndian.Uint64(data[8:]))
	session, host := int32(binary.BigEndian.Uint32(data[24:])), int32(binary.BigEndian.Uint32(data[28:]))
	parent, parentOrder := int64(binary.BigEndian.Uint64(data[32:])), int32(binary.BigEndian.Uint32(data[40:]))
	o := s.find(id)
	o.heard = coarse(s.now)
	if o.flags&hasMetadata != 0 {
		s.counts.InvalidRecords[DuplicateMetadata]++
		if !s.unfold(o) { // what was wrong before comes first
			return
		}
		o.note(DuplicateMetadata, fault{order: o.next, got: -1, want: -1})
		return
	}
	o.flags |= hasMetadata
	o.flags &^= isLate
	o.host = s.view.host(s.engine.names, r.Class, host)
	o.session, _ = r.Class.Text(session)
	// A root names no parent, or itself; probes of other languages write 0.
	if parent != -1 && parent != id && !(parent == 0 && parentOrder == 0) {
		o.startedBy(parent, parentOrder)
	}
	if o.current < 0 && len(o.execs) > 0 {
		s.settle(o)
	}
}

// eventTraces reconstruct traces of entries and exits: events in their order, or
// with others before their turn, calls, and faults.
type eventTraces struct {
	*base
	finisher
}

func (s *eventTraces) irregular(o *open, e event) {
	if !s.unfold(o) {
		s.counts.InvalidRecords[TooMany]++
		return
	}
	more := o.more()
	more.extra++
	if n := len(more.pending); n > 0 && e.order <= more.pending[n-1].order {
		o.flags |= isShuffled
	}
	switch {
	case e.order < o.next:
		o.note(DuplicateOrder, fault{order: e.order, got: e.op, want: -1})
		return
	case e.order > o.next:
		s.postpone(o, e)
		return
	}
	if !s.enlarge(o, len(o.execs)+perStep) {
		return
	}
	s.step(o, e)
	for len(more.pending) > 0 && more.pending[0].order <= o.next {
		e = more.pending[0]
		more.pending = slices.Delete(more.pending, 0, 1)
		if !s.enlarge(o, len(o.execs)+perStep) {
			return
		}
		s.step(o, e)
	}
	o.tie()
	if o.current < 0 && len(o.execs) > 0 && !o.irregular.awaits() {
		s.settle(o)
	}
}

func (o *open) tie() {
	o.slow &^= slowAwaits
	a := o.irregular
	for len(a.assumed) > 0 && !o.entered(a.assumed[len(a.assumed)-1].exec) { // its caller was left
		a.assumed = a.assumed[:len(a.assumed)-1]
	}
	if o.irregular.awaits() || len(a.assumed) > 0 {
		o.slow |= slowAwaits
	}
}

func (o *open) entered(exec int32) bool {
	at := o.current
	for at > exec {
		at = o.execs[at].Parent
	}
	return at == exec
}

func (s *eventTraces) postpone(o *open, e event) {
	a := o.more()
	if len(a.pending) >= s.engine.options.MaxExecutions {
		o.note(TooLong, fault{order: e.order, got: e.op, want: -1})
		return
	}
	at, found := slices.BinarySearchFunc(a.pending, e, func(a, b event) int { return cmp.Compare(a.order, b.order) })
	if found {
		o.note(DuplicateOrder, fault{order: e.order, got: e.op, want: -1})
		return
	}
	if len(a.pending) == cap(a.pending) {
		size := room(cap(a.pending), s.engine.options.MaxExecutions)
		if !s.reserve(o, int64(size-cap(a.pending))*parkedSize) {
			return
		}
		a.pending = append(make([]event, 0, size), a.pending...)
	}
	a.pending = slices.Insert(a.pending, at, e)
	o.slow |= slowAwaits
	s.branched.stamp(o)
}

// perStep is how many executions one event may begin: that of an entry, and one assumed before it.
const perStep = 2

func (s *eventTraces) step(o *open, e event) {
	o.irregular.extra -= e.order + 1 - o.next // it counts as one of next's from now on
	o.next = e.order + 1
	limit := s.engine.options.MaxExecutions
	announced := s.called(o, e)
	switch e.kind {
	case roleBefore:
		mark := classes.Inferred
		if announced {
			mark = 0
		}
		o.enter(e.op, mark, e.time, limit)
	case roleAfter, roleFailed:
		o.leave(e.op, e.time, e.kind == roleFailed, s.engine.options.Repair)
	case roleCall:
		o.irregular.call, o.irregular.caller, o.irregular.callAt = e.callee, e.op, e.time
	case roleSplit:
		s.splitting(o, e.order)
	default:
	}
}

// called resolves a call event by the event that follows it: it is the entry of the callee (true), or else the callee
// is code without probes. That is assumed to run, with whatever is entered meanwhile inside it, until its caller is
// heard of again, as in Kieker's TraceEventRecords2ExecutionAndMessageTraceStage.
func (s *eventTraces) called(o *open, e event) bool {
	callee := o.irregular.call
	if callee >= 0 && e.kind == roleBefore && e.op == callee {
		o.irregular.call = -1
		return true
	}
	s.assume(o)
	switch e.kind {
	case roleBefore, roleAfter, roleFailed, roleCall:
		o.closeCalls(e.op, e.time)
	default:
	}
	return false
}

func (s *eventTraces) assume(o *open) {
	a := o.irregular
	callee, limit := a.call, s.engine.options.MaxExecutions
	if a.call = -1; callee < 0 || s.engine.options.IgnoreAssumed {
		return
	}
	if len(o.execs) >= limit {
		o.note(TooLong, fault{order: o.next, got: callee, want: -1})
		return
	}
	o.enter(callee|classes.Assumed, 0, a.callAt, limit)
	a.assumed = append(a.assumed, openCall{o.current, a.caller})
}

func (o *open) closeCalls(caller int32, at int64) {
	exec, last := o.current, len(o.irregular.assumed)-1
	for i := last; i >= 0 && o.irregular.assumed[i].exec == exec; i-- {
		if o.irregular.assumed[i].caller == caller {
			for range last - i + 1 {
				o.closeTop(at)
			}
			o.irregular.assumed = o.irregular.assumed[:i]
			return
		}
		exec = o.execs[exec].Parent
	}
}

// closeLast ends the assumed executions that are innermost at the end of a trace, each at the time of its call.
func (o *open) closeLast() {
	for a := o.irregular; len(a.assumed) > 0 && a.assumed[len(a.assumed)-1].exec == o.current; a.assumed = a.assumed[:len(a.assumed)-1] {
		o.closeTop(o.execs[o.current].In)
	}
}

// settle ends a trace whose outermost operation was left, if nothing speaks against it.
func (s *eventTraces) settle(o *open) {
	switch {
	case o.flags&hasMetadata == 0 || o.irregular.awaits():
		s.branched.stamp(o)
		return // what is missing may still come
	case o.reason == Valid:
		s.valid(o)
	case o.reason == ExitOfAnother || o.reason == TooLong:
		s.invalid(o, o.reason)
	default: // damaged: kept until the end, so that all of it is in one place
	}
}

func (s *eventTraces) giveUpEvents(o *open, reason Reason) {
	if o.folded() {
		s.force(o, o.entries())
		s.replay(o)
	}
	gap := o.irregular != nil && len(o.irregular.pending) > 0
	where := fault{order: o.next, got: -1, want: -1}
	if gap && (s.engine.options.Repair || reason == Valid) {
		for _, e := range o.irregular.pending {
			s.force(o, len(o.execs)+perStep)
			s.step(o, e)
		}
		o.irregular.pending = o.irregular.pending[:0]
	}
	if reason == Valid && o.flags&hasMetadata != 0 && o.reason == Valid && !gap && o.irregular != nil {
		s.force(o, len(o.execs)+perStep)
		s.assume(o)
		if o.closeLast(); o.current < 0 && len(o.execs) > 0 { // it ended with calls, which nothing had to end
			s.valid(o)
			return
		}
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
		o.reason, reason = Valid, MissingEvents
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
