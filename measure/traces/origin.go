package traces

import (
	"cmp"
	"slices"

	"beagle/measure/kieker"
)

// A trace may be started by another one: by a thread that splits off, or by a
// remote call. The event at which that happens (SplitEvent,
// BeforeSentRemoteEvent) takes an order index of the parent, and the child's
// metadata, or its BeforeReceivedRemoteEvent, names both. Kieker's analysis
// drops these events; here the child's class keeps from which operations it was
// started, how often.

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
}

const (
	maxSplits = 1 << 15 // places that a source remembers
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

// splitting notes what a trace was doing when it may have started another.
func (s *Shard) splitting(o *open, order int32) {
	what := spot{-1, o.host}
	if o.current >= 0 {
		what.op = o.execs[o.current].op & opMask
	}
	s.splits.put(split{o.id, order}, what, func() bool {
		// Places give way to open traces.
		if s.engine.openMemory.Add(-splitSize) >= s.engine.options.Memory/4 {
			return true
		}
		s.engine.openMemory.Add(splitSize)
		return false
	})
}

// forgetSplits gives the memory of the places back.
func (s *Shard) forgetSplits() {
	s.engine.openMemory.Add(splitSize * int64(len(s.splits.order)))
	s.splits = splits{}
}

// startedBy notes which trace started this one, and where.
func (o *open) startedBy(parent int64, order int32) {
	if parent != o.id && o.parent == 0 {
		o.parent = parent
		o.more().parentOrder = order
	}
}

// received takes the caller from a BeforeReceivedRemoteEvent.
func (s *Shard) received(o *open, r *kieker.Record) {
	trace, order := r.Class.Index("callerTraceId"), r.Class.Index("callerOrderIndex")
	if trace < 0 || order < 0 || r.Class.Fields[trace].Type != kieker.Long || r.Class.Fields[order].Type != kieker.Int {
		return
	}
	o.startedBy(r.Long(trace), r.Int(order))
}

// maxStarts bounds the operations that a class is started from; the others
// count as unknown.
const maxStarts = 64

// started counts from where a trace of the class was started.
func (s *Shard) started(c *class, o *open) {
	what := unknownSpot
	if o.aside != nil {
		if known, ok := s.splits.at[split{o.parent, o.aside.parentOrder}]; ok {
			what = known
		}
	}
	if c.started == nil {
		c.started = starts{}
	}
	c.started.add(what, 1)
}

// starts counts from where the traces of a class were started.
type starts map[spot]uint64

func (s starts) add(what spot, count uint64) {
	if _, known := s[what]; !known && len(s) >= maxStarts {
		what = unknownSpot
	}
	s[what] += count
}

// Origin is an operation of another trace that started traces of a class.
type Origin struct {
	Operation Operation // nothing where the place is not known
	Known     bool
	Host      string
	HostIndex int32
	Count     uint64
}

// Origins are the operations that started the class's traces by a split or a
// remote call, most frequent first. Traces that nobody else started are not
// among them.
func (c *Class) Origins() []Origin {
	var all []Origin
	for what, count := range c.started {
		o := Origin{Count: count, HostIndex: what.host}
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
	for what, count := range o.started {
		c.started.add(what, count)
	}
}

// reducedStart is an origin in a file of reduced traces.
type reducedStart struct {
	Operation *[2]string `json:"operation,omitempty"`
	Host      string     `json:"host,omitempty"`
	Count     uint64     `json:"count"`
}

func (c *Class) reducedStarts() (all []reducedStart) {
	for _, o := range c.Origins() {
		start := reducedStart{Host: o.Host, Count: o.Count}
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
		out.add(what, start.Count)
	}
	return out
}
