package traces

import (
	"beagle/measure/kieker"
	"beagle/measure/traces/classes"
)

// A trace may be started by another one: by a thread that splits off, or by a
// remote call. The event at which that happens (SplitEvent,
// BeforeSentRemoteEvent) takes an order index of the parent, and the child's
// metadata, or its BeforeReceivedRemoteEvent, names both. A JoinEvent of the
// parent says that it waited for the child. Kieker's analysis drops these
// events; here the child's class keeps from which operations it was started,
// and how often it was waited for.

// split is the place in a parent trace at which another one may begin.
type split struct {
	trace int64
	order int32
}

// splits remembers the latest places, for children to find them.
type splits struct {
	at    map[split]classes.Spot
	order []split // ring, oldest at next
	next  int

	ended  map[int64]ending // children that ended, by trace id: they may still be joined
	latest []int64          // ring of them, oldest at oldest
	oldest int
}

// ending is a trace that another one started and that has ended.
type ending struct {
	class *class
	what  classes.Spot
}

const (
	maxSplits = 1 << 15 // places that a source remembers, and traces that may be joined
	splitSize = 96      // bytes of one, in a map and a ring
)

// put remembers a place; may says whether there is memory for one more.
func (s *splits) put(where split, what classes.Spot, may func() bool) {
	if s.at == nil {
		s.at = map[split]classes.Spot{}
	}
	switch {
	case len(s.order) < maxSplits && may():
		s.order = append(s.order, where)
	case len(s.order) == 0:
		return
	default:
		s.next %= len(s.order)
		delete(s.at, s.order[s.next])
		s.order[s.next] = where
		s.next++
	}
	s.at[where] = what
}

// end remembers a child that has ended.
func (s *splits) end(id int64, what ending, may func() bool) {
	if s.ended == nil {
		s.ended = map[int64]ending{}
	}
	switch {
	case len(s.latest) < maxSplits && may():
		s.latest = append(s.latest, id)
	case len(s.latest) == 0:
		return
	default:
		s.oldest %= len(s.latest)
		delete(s.ended, s.latest[s.oldest])
		s.latest[s.oldest] = id
		s.oldest++
	}
	s.ended[id] = what
}

// origins remembers where traces may have started others, and tells where those
// began.
type origins struct {
	*base
	splits splits
}

// splitting notes what a trace was doing when it may have started another.
func (s *origins) splitting(o *open, order int32) {
	what := classes.Spot{Op: -1, Host: o.host}
	if o.current >= 0 {
		what.Op = o.execs[o.current].Op & classes.OpMask
	}
	s.splits.put(split{o.id, order}, what, s.mayRemember)
}

// mayRemember takes memory for one place or child more, if there is plenty:
// they give way to open traces.
func (s *origins) mayRemember() bool {
	if s.engine.openMemory.Add(-splitSize) >= s.engine.options.Memory/4 {
		return true
	}
	s.engine.openMemory.Add(splitSize)
	return false
}

// forgetSplits gives the memory of the places back.
func (s *origins) forgetSplits() {
	s.engine.openMemory.Add(splitSize * int64(len(s.splits.order)+len(s.splits.latest)))
	s.splits = splits{}
}

// startedBy notes which trace started this one, and where.
func (o *open) startedBy(parent int64, order int32) {
	if parent != o.id && o.parent() == 0 {
		a := o.more()
		a.parent, a.parentOrder = parent, order
	}
}

// callerOf takes the caller from a BeforeReceivedRemoteEvent.
func callerOf(o *open, r *kieker.Record) {
	trace, order := r.Class.Index("callerTraceId"), r.Class.Index("callerOrderIndex")
	if trace < 0 || order < 0 || r.Class.Fields[trace].Type != kieker.Long || r.Class.Fields[order].Type != kieker.Int {
		return
	}
	o.startedBy(r.Long(trace), r.Int(order))
}

// join notes that a trace waited for another one, which has ended nearly
// always; its last events may only arrive later.
func (s *finisher) join(r *kieker.Record) {
	field := r.Class.Index("joinedTraceId")
	if field < 0 || r.Class.Fields[field].Type != kieker.Long {
		return
	}
	id := r.Long(field)
	if child, known := s.splits.ended[id]; known {
		if child.class.started == nil { // an interval took what was
			child.class.started = classes.Starts{}
		}
		child.class.started.Add(child.what, classes.Started{Joined: 1})
		delete(s.splits.ended, id) // once is enough
	} else if o := s.events.get(id); o != nil {
		o.more().joined = true
	}
}

// started counts from where a trace of the class was started.
func (s *origins) started(c *class, o *open) {
	what := classes.UnknownSpot
	if known, ok := s.splits.at[split{o.aside.parent, o.aside.parentOrder}]; ok {
		what = known
	}
	if c.started == nil {
		c.started = classes.Starts{}
	}
	one := classes.Started{Count: 1}
	if o.aside.joined {
		one.Joined = 1
	} else {
		s.splits.end(o.id, ending{c, what}, s.mayRemember)
	}
	c.started.Add(what, one)
}
