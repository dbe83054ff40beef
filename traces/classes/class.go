// Package classes is what reconstructed traces are reduced to: equivalence classes of traces with the
// same operations, nested alike, on the same hosts, and the durations of their executions. Classes are
// merged in any order with the same result, since counts, sums and sums of squares are integers. Some
// fields are exported only for beagle/traces, which counts into them without a call for each.
package classes

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Class is an equivalence class of traces: the same operations, nested alike, on the same hosts.
type Class struct {
	Shape
	Count uint64         // its traces
	Last  time.Time      // when its last trace arrived
	Calls []CallStats    // of each execution, in order of entry
	Rep   Representative // one trace of the class, the first that came
	Names *Names         // what the numbers of operations and hosts mean
	From  string         // source of the first trace

	Started Starts // the places in other traces at which traces of this class were started
}

// Len is the number of executions of each trace of the class.
func (c *Class) Len() int { return len(c.Ops) }

// Operation is the operation of the i-th execution.
func (c *Class) Operation(i int) Operation { return c.Names.Operation(c.Ops[i]) }

// Host is where the i-th execution took place; empty where that is not known.
func (c *Class) Host(i int) string {
	if host := c.HostAt(i); host >= 0 {
		return c.Names.Host(host)
	}
	return ""
}

// Parent is the position of the i-th execution's caller, or -1.
func (c *Class) Parent(i int) int { return int(c.Parents[i]) }

// Assumed reports whether the i-th execution was not observed but called.
func (c *Class) Assumed(i int) bool { return c.Ops[i]&Assumed != 0 }

// Inferred reports whether the caller of the i-th execution is known by nesting only: events tell who was called, but
// not by whom, unless call events are recorded too.
func (c *Class) Inferred(i int) bool { return c.Ops[i]&(Assumed|Inferred) != 0 }

// Op is the number of the i-th execution's operation, for comparing.
func (c *Class) Op(i int) int32 { return c.Ops[i] & OpMask }

// HostIndex is the number of the i-th execution's host, for comparing; negative where it is not known.
func (c *Class) HostIndex(i int) int32 { return c.HostAt(i) }

// MaxDepth is the maximal execution stack size of the class.
func (c *Class) MaxDepth() int {
	depths := make([]int, len(c.Parents))
	deepest := 0
	for i, parent := range c.Parents {
		if parent >= 0 {
			depths[i] = depths[parent] + 1
		}
		deepest = max(deepest, depths[i])
	}
	return deepest
}

// Representative is the trace of the class that began first.
func (c *Class) Representative() Trace {
	t := Trace{ID: c.Rep.ID, Source: c.From, Session: c.Rep.Session, Parent: c.Rep.Parent}
	t.Executions = make([]Execution, len(c.Rep.Execs))
	for i := range c.Rep.Execs {
		t.Executions[i] = c.Rep.Execs[i].Execution(c.HostAt(i), t.Executions)
	}
	return t
}

// RepresentativeID is the trace id of Representative, for those who need no more of it.
func (c *Class) RepresentativeID() int64 { return c.Rep.ID }

// Key finds the class again, as Row.Key does: it is the hash of the class's shape, as its traces have it.
func (c *Class) Key() uint64 {
	h := uint64(HashSeed)
	current := int32(-1)
	for i, op := range c.Ops {
		for current != c.Parents[i] && current >= 0 {
			current = c.Parents[current]
			h = HashLeave(h)
		}
		h = HashEnter(h, op)
		current = int32(i)
	}
	for ; current >= 0; current = c.Parents[current] {
		h = HashLeave(h)
	}
	if len(c.Hosts) == 0 {
		return HashHost(h, c.OneHost)
	}
	for _, host := range c.Hosts {
		h = HashHost(h, host)
	}
	return h
}

// Merge adds another class of the same shape. All statistics are exact.
func (c *Class) Merge(o *Class) {
	c.Count += o.Count
	if o.Last.After(c.Last) {
		c.Last = o.Last
	}
	for i := range c.Calls {
		c.Calls[i].Merge(&o.Calls[i])
	}
	c.mergeStarts(o)
	if o.Rep.Execs[0].In < c.Rep.Execs[0].In {
		c.Rep, c.From = o.Rep, o.From
	}
}

// Clone copies what merge changes.
func (c *Class) Clone() *Class {
	copied := *c
	copied.Started = maps.Clone(c.Started)
	copied.Calls = make([]CallStats, len(c.Calls))
	for i := range c.Calls {
		copied.Calls[i] = c.Calls[i].clone()
	}
	return &copied
}

// SketchBytes is the memory that the class's quantiles take.
func (c *Class) SketchBytes() (bytes int64) { return CallBytes(c.Calls) }

// SortClasses puts the most frequent first.
func SortClasses(classes []*Class) {
	slices.SortFunc(classes, func(a, b *Class) int {
		if c := cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Rep.Execs[0].In, b.Rep.Execs[0].In), cmp.Compare(a.Rep.ID, b.Rep.ID)); c != 0 {
			return c
		}
		return cmp.Or(slices.Compare(a.Ops, b.Ops), slices.Compare(a.Parents, b.Parents), cmp.Compare(a.OneHost, b.OneHost), slices.Compare(a.Hosts, b.Hosts))
	})
}

// Assembly merges classes that differ only in their hosts: Kieker's assembly equivalence classes.
func Assembly(classes []*Class) []*Class {
	merged := map[uint64][]*Class{}
	own := map[*Class]bool{} // those that were copied, because others were added
	var all []*Class
next:
	for _, c := range classes {
		bare := Shape{Ops: c.Ops, Parents: c.Parents, OneHost: NoHost}
		hash := uint64(HashSeed)
		for i, op := range bare.Ops {
			hash = HashEnter(HashEnter(hash, op), bare.Parents[i])
		}
		for _, known := range merged[hash] {
			if known.Shape.Equal(&bare) {
				if !own[known] {
					own[known] = true
					*known = *known.Clone()
				}
				known.Merge(c)
				continue next
			}
		}
		first := *c
		first.Shape = bare
		merged[hash] = append(merged[hash], &first)
		all = append(all, &first)
	}
	SortClasses(all)
	return all
}

// Alone is a class of nothing but the trace, which has executions, with numbers of the names.
func Alone(names *Names, t Trace) *Class {
	n := len(t.Executions)
	c := &Class{Count: 1, Names: names, From: t.Source, Rep: Representative{ID: t.ID, Parent: t.Parent, Session: t.Session}, Calls: NewCalls(n)}
	c.OneHost = NoHost
	hosts, several := make([]int32, n), false
	for i, e := range t.Executions {
		c.Ops, c.Parents, hosts[i] = append(c.Ops, e.Op), append(c.Parents, e.Parent), e.Host
		several = several || e.Host != hosts[0]
		one := Exec{Op: e.Op, Parent: e.Parent, In: e.In, Out: e.Out}
		call := &c.Calls[i]
		if e.Failed {
			one.Out |= FailedBit
			call.Failed = 1
		}
		c.Rep.Execs = append(c.Rep.Execs, one)
		duration := max(0, e.Out-e.In)
		call.Min, call.Max = duration, duration
		call.Sum.Add(uint64(duration))
		call.Squares.AddSquare(uint64(duration))
		call.Sketch.Add(duration, nil)
	}
	switch {
	case several:
		c.Hosts = hosts
	case n > 0:
		c.OneHost = hosts[0]
	}
	return c
}

// Spot is an operation on a host; op is negative where it is not known.
type Spot struct {
	Op, Host int32 // numbers in Names
}

// UnknownSpot stands for all places that are not known.
var UnknownSpot = Spot{-1, NoHost}

// maxStarts bounds the operations that a class is started from; the others count as unknown.
const maxStarts = 64

// Starts counts from where the traces of a class were started.
type Starts map[Spot]Started

// Started are traces that were started at one place, and those of them that were waited for.
type Started struct {
	Count, Joined uint64 // traces, and those of them that a JoinEvent says were waited for
}

// Add counts more traces of a place.
func (s Starts) Add(what Spot, more Started) {
	if _, known := s[what]; !known && len(s) >= maxStarts {
		what = UnknownSpot
	}
	was := s[what]
	s[what] = Started{was.Count + more.Count, was.Joined + more.Joined}
}

// Origin is an operation of another trace that started traces of a class.
type Origin struct {
	Operation Operation // nothing where the place is not known
	Known     bool      // the place is known
	Host      string    // on which the operation ran
	HostIndex int32     // number of the host in Names
	Count     uint64    // traces of the class that it started
	Joined    uint64    // of them, those that a JoinEvent says were waited for
}

// Origins are the operations that started the class's traces by a split or a remote call, most frequent first.
func (c *Class) Origins() []Origin {
	var all []Origin
	for what, n := range c.Started {
		o := Origin{Count: n.Count, Joined: n.Joined, HostIndex: what.Host}
		if what.Op >= 0 {
			o.Operation, o.Known = c.Names.Operation(what.Op), true
		}
		if what.Host >= 0 {
			o.Host = c.Names.Host(what.Host)
		}
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b Origin) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Operation.Signature, b.Operation.Signature), cmp.Compare(a.Host, b.Host))
	})
	return all
}

func (c *Class) mergeStarts(o *Class) {
	if len(o.Started) > 0 && c.Started == nil {
		c.Started = Starts{}
	}
	for what, n := range o.Started {
		c.Started.Add(what, n)
	}
}
