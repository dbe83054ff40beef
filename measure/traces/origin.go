package traces

import (
	"cmp"
	"slices"

	"beagle/measure/kieker"
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

// spot is an operation on a host; op is negative where it is not known.
type spot struct{ op, host int32 }

var unknownSpot = spot{-1, noHost}

// splits remembers the latest places, for children to find them.
type splits struct {
	at    map[split]spot
	order []split // ring, oldest at next
	next  int

	ended  map[int64]ending // children that ended, by trace id: they may still be joined
	latest []int64          // ring of them, oldest at oldest
	oldest int
}

// ending is a trace that another one started and that has ended.
type ending struct {
	class *class
	what  spot
}

const (
	maxSplits = 1 << 15 // places that a source remembers, and traces that may be joined
	splitSize = 96      // bytes of one, in a map and a ring
)

// put remembers a place; may says whether there is memory for one more.
func (s *splits) put(where split, what spot, may func() bool) {
	if s.at == nil {
		s.at = map[split]spot{}
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
	what := spot{-1, o.host}
	if o.current >= 0 {
		what.op = o.execs[o.current].op & opMask
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
			child.class.started = starts{}
		}
		child.class.started.add(child.what, started{joined: 1})
		delete(s.splits.ended, id) // once is enough
	} else if o := s.events.get(id); o != nil {
		o.more().joined = true
	}
}

// maxStarts bounds the operations that a class is started from; the others
// count as unknown.
const maxStarts = 64

// started counts from where a trace of the class was started.
func (s *origins) started(c *class, o *open) {
	what := unknownSpot
	if known, ok := s.splits.at[split{o.aside.parent, o.aside.parentOrder}]; ok {
		what = known
	}
	if c.started == nil {
		c.started = starts{}
	}
	one := started{count: 1}
	if o.aside.joined {
		one.joined = 1
	} else {
		s.splits.end(o.id, ending{c, what}, s.mayRemember)
	}
	c.started.add(what, one)
}

// starts counts from where the traces of a class were started.
type starts map[spot]started

// started are traces that were started at one place, and those of them that
// were waited for.
type started struct{ count, joined uint64 }

func (s starts) add(what spot, more started) {
	if _, known := s[what]; !known && len(s) >= maxStarts {
		what = unknownSpot
	}
	was := s[what]
	s[what] = started{was.count + more.count, was.joined + more.joined}
}

// Origin is an operation of another trace that started traces of a class.
type Origin struct {
	Operation Operation // nothing where the place is not known
	Known     bool
	Host      string
	HostIndex int32
	Count     uint64
	Joined    uint64 // of them, those that a JoinEvent says were waited for
}

// Origins are the operations that started the class's traces by a split or a
// remote call, most frequent first. Traces that nobody else started are not
// among them.
func (c *Class) Origins() []Origin {
	var all []Origin
	for what, n := range c.started {
		o := Origin{Count: n.count, Joined: n.joined, HostIndex: what.host}
		if what.op >= 0 {
			o.Operation, o.Known = c.names.Operation(what.op), true
		}
		if what.host >= 0 {
			o.Host = c.names.Host(what.host)
		}
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b Origin) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Operation.Signature, b.Operation.Signature), cmp.Compare(a.Host, b.Host))
	})
	return all
}

// mergeStarts adds another class's origins.
func (c *Class) mergeStarts(o *Class) {
	if len(o.started) > 0 && c.started == nil {
		c.started = starts{}
	}
	for what, n := range o.started {
		c.started.add(what, n)
	}
}

// reducedStart is an origin in a file of reduced traces.
type reducedStart struct {
	Operation *[2]string `json:"operation,omitempty"`
	Host      string     `json:"host,omitempty"`
	Count     uint64     `json:"count"`
	Joined    uint64     `json:"joined,omitempty"`
}

func (c *Class) reducedStarts() (all []reducedStart) {
	for _, o := range c.Origins() {
		start := reducedStart{Host: o.Host, Count: o.Count, Joined: o.Joined}
		if o.Known {
			start.Operation = &[2]string{o.Operation.Signature, o.Operation.Component}
			if parseOperation(o.Operation.Signature, "") == o.Operation {
				start.Operation[1] = ""
			}
		}
		all = append(all, start)
	}
	return all
}

func (e *Engine) restoreStarts(all []reducedStart) starts {
	if len(all) == 0 {
		return nil
	}
	out := starts{}
	for _, start := range all {
		what := unknownSpot
		if start.Operation != nil {
			what.op = e.names.operation(start.Operation[0], start.Operation[1])
		}
		if start.Host != "" {
			what.host = e.names.host(start.Host)
		}
		out.add(what, started{start.Count, start.Joined})
	}
	return out
}
