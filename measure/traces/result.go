package traces

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"beagle/measure/kieker"
)

// Class is an equivalence class of traces: the same operations, nested alike,
// on the same hosts.
type Class struct {
	shape
	Count uint64
	Last  time.Time   // when its last trace arrived
	Calls []CallStats // of each execution, in order of entry
	rep   representative
	names *Names
	from  string

	started starts
}

// Len is the number of executions of each trace of the class.
func (c *Class) Len() int { return len(c.ops) }

// Operation is the operation of the i-th execution.
func (c *Class) Operation(i int) Operation { return c.names.Operation(c.ops[i]) }

// Host is where the i-th execution took place; empty where that is not known.
func (c *Class) Host(i int) string {
	if host := c.hostAt(i); host >= 0 {
		return c.names.Host(host)
	}
	return ""
}

// Parent is the position of the i-th execution's caller, or -1.
func (c *Class) Parent(i int) int { return int(c.parents[i]) }

// Assumed reports whether the i-th execution was not observed but called.
func (c *Class) Assumed(i int) bool { return c.ops[i]&assumed != 0 }

// Inferred reports whether the caller of the i-th execution is known by nesting
// only: events tell who was called, but not by whom, unless call events are
// recorded too.
func (c *Class) Inferred(i int) bool { return c.ops[i]&(assumed|inferred) != 0 }

// Op is the number of the i-th execution's operation, for comparing.
func (c *Class) Op(i int) int32 { return c.ops[i] & opMask }

// HostIndex is the number of the i-th execution's host, for comparing; negative
// where it is not known.
func (c *Class) HostIndex(i int) int32 { return c.hostAt(i) }

// MaxDepth is the maximal execution stack size of the class.
func (c *Class) MaxDepth() int {
	depths := make([]int, len(c.parents))
	deepest := 0
	for i, parent := range c.parents {
		if parent >= 0 {
			depths[i] = depths[parent] + 1
		}
		deepest = max(deepest, depths[i])
	}
	return deepest
}

// Representative is the trace of the class that began first.
func (c *Class) Representative() Trace {
	t := Trace{ID: c.rep.id, Source: c.from, Session: c.rep.session, Parent: c.rep.parent}
	t.Executions = make([]Execution, len(c.rep.execs))
	for i := range c.rep.execs {
		t.Executions[i] = c.rep.execs[i].public(c.hostAt(i), t.Executions)
	}
	return t
}

// merge adds another class of the same shape. All statistics are exact.
func (c *Class) merge(o *Class) {
	c.Count += o.Count
	if o.Last.After(c.Last) {
		c.Last = o.Last
	}
	for i := range c.Calls {
		c.Calls[i].merge(&o.Calls[i])
	}
	c.mergeStarts(o)
	if o.rep.execs[0].in < c.rep.execs[0].in {
		c.rep, c.from = o.rep, o.from
	}
}

// clone copies what merge changes.
func (c *Class) clone() *Class {
	copied := *c
	copied.started = maps.Clone(c.started)
	copied.Calls = make([]CallStats, len(c.Calls))
	for i := range c.Calls {
		copied.Calls[i] = c.Calls[i].clone()
	}
	return &copied
}

// sketchBytes is the memory that the class's quantiles take.
func (c *Class) sketchBytes() (bytes int64) { return callBytes(c.Calls) }

// callBytes is the memory that the quantiles of calls take.
func callBytes(calls []CallStats) (bytes int64) {
	for i := range calls {
		bytes += calls[i].sketch.bytes()
	}
	return bytes
}

// public is a shard's class as a value of its own; own says that the shard
// will not use it any more.
func (s *classSet) public(c *class, own bool) *Class {
	s.fold(c)
	p := &Class{
		shape: c.shape, Count: c.count, Last: time.Unix(0, c.last), Calls: c.calls,
		rep: c.rep, names: s.engine.names, from: s.source, started: c.started,
	}
	if own {
		return p
	}
	p.rep.execs = slices.Clone(c.rep.execs)
	return p.clone()
}

// Result is everything an engine knows at one time.
type Result struct {
	Counts
	Classes  []*Class        // most frequent first
	Examples []Invalid       // of invalid traces, some of each reason
	Reports  []kieker.Report // of sources that ended
	Names    *Names
}

// Result merges all sources. Sources that are still open are held up for some
// microseconds at a time.
func (e *Engine) Result() Result {
	e.mu.Lock()
	defer e.mu.Unlock()
	r := Result{Counts: e.counts, Reports: slices.Clone(e.reports), Names: e.names}
	merged := map[uint64][]*Class{}
	for hash, classes := range e.retired {
		for _, c := range classes {
			merged[hash] = append(merged[hash], c.clone())
		}
	}
	for _, s := range e.shards {
		counts := s.each(func(c *class) { e.join(merged, c.hash, s.public(c, false)) })
		r.add(&counts)
	}
	for _, classes := range merged {
		r.Classes = append(r.Classes, classes...)
	}
	sortClasses(r.Classes)
	r.Examples = e.examples.all()
	return r
}

// each visits a shard's classes, and lets records pass from time to time.
func (s *Shard) each(visit func(*class)) Counts {
	const atOnce = 16
	s.mu.Lock()
	defer s.mu.Unlock()
	counts := s.counts
	for i := range len(s.classes.all) { // those that come meanwhile wait for the next time
		if s.classes.all[i].count > 0 { // else an interval took all there was
			visit(s.classes.all[i])
		}
		if i%atOnce == atOnce-1 {
			s.mu.Unlock()
			s.mu.Lock()
		}
	}
	return counts
}

// sortClasses puts the most frequent first; of equally frequent ones the one
// whose representative began first, or any one, but always the same.
func sortClasses(classes []*Class) {
	slices.SortFunc(classes, func(a, b *Class) int {
		if c := cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.rep.execs[0].in, b.rep.execs[0].in), cmp.Compare(a.rep.id, b.rep.id)); c != 0 {
			return c
		}
		return cmp.Or(slices.Compare(a.ops, b.ops), slices.Compare(a.parents, b.parents), cmp.Compare(a.host, b.host), slices.Compare(a.hosts, b.hosts))
	})
}

// Assembly merges classes that differ only in their hosts: Kieker's assembly
// equivalence classes.
func Assembly(classes []*Class) []*Class {
	merged := map[uint64][]*Class{}
	own := map[*Class]bool{} // those that were copied, because others were added
	var all []*Class
next:
	for _, c := range classes {
		bare := shape{ops: c.ops, parents: c.parents, host: noHost}
		hash := uint64(hashSeed)
		for i, op := range bare.ops {
			hash = hashEnter(hashEnter(hash, op), bare.parents[i])
		}
		for _, known := range merged[hash] {
			if known.shape.equal(&bare) {
				if !own[known] {
					own[known] = true
					*known = *known.clone()
				}
				known.merge(c)
				continue next
			}
		}
		first := *c
		first.shape = bare
		merged[hash] = append(merged[hash], &first)
		all = append(all, &first)
	}
	sortClasses(all)
	return all
}
