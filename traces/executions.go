package traces

import (
	"cmp"
	"slices"

	"beagle/traces/classes"
	"beagle/traces/kieker"
)

type executionTraces struct{ *finisher }

func (s *executionTraces) execution(r *kieker.Record) {
	f := s.engine.roles.fieldsOf(r.Class)
	base := f.base
	id, eoi := r.Long(base+2), r.Int(base+6)
	if w := s.age.newest; w != nil && (w.id != id || eoi == 0) {
		s.settleRuns(w)
	}
	o := s.runs.get(id)
	if o == nil {
		o = s.begin(id)
		o.flags |= isExecutions
		o.more().last = -1
		o.session = r.String(base + 1)
		s.put(&s.runs, o)
	}
	o.heard = coarse(s.now)
	more := o.more()
	gap := !o.whole() && len(more.runs) > 0
	more.extra++
	if len(more.runs) >= s.engine.options.MaxExecutions {
		o.lost++
		o.note(TooLong, fault{order: eoi, got: -1, want: -1})
		return
	}
	if len(more.runs) == cap(more.runs) && !s.growRuns(o) {
		return
	}
	class := int32(-1)
	if f.class >= 0 {
		class = r.Int(f.class)
	}
	e := run{
		op: s.view.operation(s.engine.names, r.Class, r.Int(base), class), host: s.view.host(s.engine.names, r.Class, r.Int(base+5)),
		eoi: eoi, ess: r.Int(base + 7),
		in: classes.Unsigned(r.Long(base+3) * s.view.scale), out: classes.Unsigned(r.Long(base+4) * s.view.scale),
	}
	if f.failed >= 0 && r.Bool(f.failed) {
		e.out |= classes.FailedBit
	}
	more.runs = append(more.runs, e)
	more.last = max(more.last, e.eoi)
	if e.eoi == 0 {
		o.flags |= hasMetadata // the outermost execution
	}
	// An execution is recorded when it ends, so that the outermost comes last and fills the last gap. Where it came
	// first, nothing tells the last one: such a trace waits for the next one. Only another host may be later still:
	// then nothing is complete before the end.
	if gap && o.whole() && !s.engine.options.Distributed {
		s.judgeRuns(o, Valid)
	}
}

// whole reports whether a trace of executions has its outermost one, and none is missing before the latest.
func (o *open) whole() bool {
	return o.flags&isExecutions != 0 && o.flags&hasMetadata != 0 && len(o.irregular.runs) == int(o.irregular.last)+1
}

func (s *executionTraces) settleRuns(o *open) {
	if o.whole() && !s.engine.options.Distributed {
		s.judgeRuns(o, Valid)
	}
}

func (s *openTraces) growRuns(o *open) bool {
	a := o.irregular
	size := room(cap(a.runs), s.engine.options.MaxExecutions)
	if !s.reserve(o, int64(size-cap(a.runs))*runSize) {
		return false
	}
	a.runs = append(make([]run, 0, size), a.runs...)
	return true
}

// judgeRuns ends a trace of executions.
func (s *executionTraces) judgeRuns(o *open, because Reason) {
	runs := o.more().runs
	slices.SortFunc(runs, func(a, b run) int {
		if c := cmp.Compare(a.eoi, b.eoi); c != 0 {
			return c
		}
		if c := cmp.Compare(a.ess, b.ess); c != 0 {
			return c
		}
		return cmp.Compare(a.in, b.in)
	})
	if cap(o.execs) < len(runs) && !s.enlarge(o, len(runs)) {
		return
	}
	s.hosts = s.hosts[:0]
	uniform := true
	depth := int32(-1)
	for i := range runs {
		e := &runs[i]
		o.checkRun(int32(i), e, depth)
		// Up to the caller: the last execution that is one level higher.
		for d := depth; d >= max(e.ess, 0) && o.current >= 0; d-- {
			o.current = o.execs[o.current].Parent
			o.hash = classes.HashLeave(o.hash)
		}
		depth = e.ess
		o.execs = append(o.execs, classes.Exec{Op: e.op, Parent: o.current, In: e.in, Out: e.out})
		o.current = int32(i)
		o.hash = classes.HashEnter(o.hash, e.op)
		uniform = uniform && e.host == runs[0].host
		s.hosts = append(s.hosts, e.host)
	}
	for ; o.current >= 0; o.current = o.execs[o.current].Parent {
		o.hash = classes.HashLeave(o.hash)
	}
	if uniform && len(s.hosts) > 0 {
		o.host = s.hosts[0]
		s.hosts = s.hosts[:0]
	}
	switch {
	case o.reason == Valid:
		s.valid(o)
	case because == TooMany:
		s.invalid(o, TooMany)
	default:
		s.invalid(o, o.reason)
	}
	s.hosts = s.hosts[:0]
}

func (o *open) checkRun(i int32, e *run, depth int32) {
	switch where := (fault{order: e.eoi, got: e.op, want: -1}); {
	case e.eoi < 0 && e.ess < 0:
		o.note(NoTrace, where)
	case e.eoi < i:
		o.note(DuplicateExecution, where)
	case e.eoi > i:
		where.order = i
		where.got = -1
		o.note(MissingExecutions, where)
	case e.ess > depth+1 || e.ess < 0 || i == 0 && e.ess != 0:
		o.note(StackJump, where)
	}
}
