package traces

import (
	"beagle/traces/classes"
	"beagle/traces/kieker"
)

// A trace may be started by another one: by a thread that splits off, or by a remote call. The event at which that
// happens (SplitEvent, BeforeSentRemoteEvent) takes an order index of the parent, and the child's metadata, or its
// BeforeReceivedRemoteEvent, names both. A JoinEvent of the parent says that it waited for the child. Kieker's
// analysis drops these events; here the child's class keeps from which operations it was started, and how often it
// was waited for.

type split struct {
	trace int64
	order int32
}

// splits remembers the latest places, for children to find them, and children that ended, by trace id.
type splits struct {
	at    recent[split, classes.Spot]
	ended recent[int64, ending]
}

type recent[K comparable, V any] struct {
	of   map[K]V
	keys []K // ring, oldest at next
	next int
}

// put remembers a value instead of the oldest where there are maxSplits, or no
// memory for one more: may asks for that.
func (r *recent[K, V]) put(key K, value V, may func() bool) {
	if r.of == nil {
		r.of = map[K]V{}
	}
	_, known := r.of[key]
	switch {
	case known:
	case len(r.keys) < maxSplits && may():
		r.keys = append(r.keys, key)
	case len(r.keys) == 0:
		return
	default:
		r.next %= len(r.keys)
		delete(r.of, r.keys[r.next])
		r.keys[r.next] = key
		r.next++
	}
	r.of[key] = value
}

type ending struct {
	class *class
	what  classes.Spot
}

const (
	maxSplits = 1 << 15 // places that a source remembers, and traces that may be joined
	splitSize = 96      // bytes of one, in a map and a ring
)

type origins struct {
	*base
	splits splits
}

func (s *origins) splitting(o *open, order int32) {
	what := classes.Spot{Op: -1, Host: o.host}
	if o.current >= 0 {
		what.Op = o.execs[o.current].Op & classes.OpMask
	}
	s.splits.at.put(split{o.id, order}, what, s.mayRemember)
}

func (s *origins) mayRemember() bool {
	if s.engine.openMemory.Add(-splitSize) >= s.engine.options.Memory/4 {
		return true
	}
	s.engine.openMemory.Add(splitSize)
	return false
}

func (s *origins) forgetSplits() {
	s.engine.openMemory.Add(splitSize * int64(len(s.splits.at.keys)+len(s.splits.ended.keys)))
	s.splits = splits{}
}

func callerOf(o *open, r *kieker.Record) {
	trace, order := r.Class.Index("callerTraceId"), r.Class.Index("callerOrderIndex")
	if trace < 0 || order < 0 || r.Class.Fields[trace].Type != kieker.Long || r.Class.Fields[order].Type != kieker.Int {
		return
	}
	o.startedBy(r.Long(trace), r.Int(order))
}

// join notes that a trace waited for another one, which has ended nearly always.
func (s *finisher) join(r *kieker.Record) {
	field := r.Class.Index("joinedTraceId")
	if field < 0 || r.Class.Fields[field].Type != kieker.Long {
		return
	}
	id := r.Long(field)
	if child, known := s.splits.ended.of[id]; known {
		if child.class.started == nil { // an interval took what was
			child.class.started = classes.Starts{}
		}
		child.class.started.Add(child.what, classes.Started{Joined: 1})
		delete(s.splits.ended.of, id) // once is enough
	} else if o := s.events.get(id); o != nil {
		o.more().joined = true
	}
}

func (s *origins) started(c *class, o *open) {
	what := classes.UnknownSpot
	if known, ok := s.splits.at.of[split{o.irregular.parent, o.irregular.parentOrder}]; ok {
		what = known
	}
	if c.started == nil {
		c.started = classes.Starts{}
	}
	one := classes.Started{Count: 1}
	if o.irregular.joined {
		one.Joined = 1
	} else {
		s.splits.ended.put(o.id, ending{c, what}, s.mayRemember)
	}
	c.started.Add(what, one)
}
