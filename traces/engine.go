// Package traces reconstructs traces from Kieker records and reduces them to equivalence classes with statistics,
// while they arrive. Each source (a connection, a log) has a Shard of its own that shares nothing with the others but
// names, so that classes of several shards and workers can be merged: counts and sums are integers, which makes
// merging exact in any order. Validity is Kieker's (EventRecordTraceReconstructionStage, TraceReconstructionStage);
// every trace that is not valid gets a Reason. Reconstruction is no package of its own because an event becomes a
// duration of its class without a call between. Memory is bounded: when it runs short, quantiles get coarser and the
// oldest open traces are given up, always counted.
package traces

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"beagle/traces/classes"
	"beagle/traces/kieker"
)

// Options say how traces are reconstructed. The zero value is Kieker's behaviour with Beagle's limits.
type Options struct {
	// Repair closes operations whose exit events are missing, instead of giving the trace up.
	Repair bool
	// IgnoreAssumed leaves out executions that were not observed but called.
	IgnoreAssumed bool
	// Distributed says that the records of one trace may come from several sources: hosts with logs of their own. All
	// sources then share one shard, no trace of executions is complete before the end, and End must be called after
	// the last source.
	Distributed bool
	// Timeout gives up traces that were quiet for so long; 0 never.
	Timeout time.Duration
	// MaxOpen bounds the traces of a source that are open at a time; 0 means
	// 200,000, or so many for each 160 MiB of Memory.
	MaxOpen int
	// MaxExecutions bounds the executions kept of one trace; 0 means 500,000, or so many for each 160 MiB of Memory.
	MaxExecutions int
	// Memory bounds open traces, classes and quantiles, in bytes; 0 means 160 MiB.
	Memory int64
	// MaxInvalid bounds the invalid traces that are kept as examples of each reason; 0 means 20.
	MaxInvalid int
	// Schemas tell which record classes extend Kieker's events; nil means NewSchemas.
	Schemas *kieker.Schemas
	// Intervals says that Interval will be called.
	Intervals bool
	Trace     func(classes.Trace)
	Invalid   func(Invalid)
}

// Engine reconstructs and reduces the traces of any number of sources.
type Engine struct {
	options Options
	names   *classes.Names
	started time.Time

	openMemory, classMemory, sketchMemory atomic.Int64

	level atomic.Int32 // how often sketches were collapsed for want of memory

	mu      sync.Mutex // taken before a shard's
	shards  []*Shard
	shared  *Shard                      // of all sources, where traces are distributed
	retired map[uint64][]*classes.Class // classes of sources that ended, by hash
	gained  map[uint64][]*classes.Class // of those, since the last Interval; nil: nobody asks
	counts  Counts                      // of sources that ended
	adopted int64                       // records that other engines counted
	before  Counts                      // of all at the last Interval

	examples examples
	roles    roles
}

// NewEngine starts without sources; Open adds them.
func NewEngine(options Options) *Engine {
	set := func(value *int, otherwise int) {
		if *value <= 0 {
			*value = otherwise
		}
	}
	const memory = 160 << 20
	if options.Memory <= 0 {
		options.Memory = memory
	}
	times := max(1, float64(options.Memory)/memory)
	set(&options.MaxOpen, int(min(200_000*times, math.MaxInt32)))
	set(&options.MaxExecutions, int(min(500_000*times, math.MaxInt32/8))) // positions are int32
	set(&options.MaxInvalid, 20)
	if options.Schemas == nil {
		options.Schemas = kieker.NewSchemas()
	}
	e := &Engine{options: options, names: classes.NewNames(), started: time.Now(), retired: map[uint64][]*classes.Class{}, examples: examples{limit: options.MaxInvalid}, roles: roles{schemas: options.Schemas, known: map[*kieker.Schema]fields{}}}
	if options.Intervals {
		e.gained = map[uint64][]*classes.Class{}
	}
	e.openMemory.Store(e.share(openShare))
	e.classMemory.Store(e.share(classShare))
	e.sketchMemory.Store(e.share(sketchShare))
	return e
}

// Shares of the memory, in fortieths: 84, 44 and 20 of 160 MiB. The rest is for names and examples.
const (
	openShare   = 21
	classShare  = 11
	sketchShare = 5
)

func (e *Engine) share(fortieths int64) int64 { return e.options.Memory / 40 * fortieths }

// Names are the engine's operations and hosts.
func (e *Engine) Names() *classes.Names { return e.names }

// Open adds a source; it is what kieker.Options and kieker.LogOptions want.
func (e *Engine) Open(source string) kieker.Handler {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.shared != nil {
		return &part{shard: e.shared, view: newView()}
	}
	s := newShard(e, source)
	e.shards = append(e.shards, s)
	if e.options.Distributed {
		e.shared = s
		return &part{shard: s, view: newView()}
	}
	return s
}

type part struct {
	shard *Shard
	view  view
}

func (p *part) Records(batch []kieker.Record) { p.shard.process(&p.view, batch) }

func (p *part) Run(data []byte, classes []*kieker.Class) (used, records int) {
	return p.shard.run(&p.view, data, classes)
}

func (p *part) Idle(now time.Time) { p.shard.Idle(now) }

// Closed does nothing: traces may go on in other sources.
func (p *part) Closed(kieker.Report) {}

// End judges the distributed traces that are still open, after the last source.
func (e *Engine) End() {
	e.mu.Lock()
	shared := e.shared
	e.shared = nil
	e.mu.Unlock()
	if shared != nil {
		shared.end()
		e.retire(shared)
	}
}

func (e *Engine) retire(s *Shard) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.shards = slices.DeleteFunc(e.shards, func(other *Shard) bool { return other == s })
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.classes.all {
		if c.count > 0 {
			e.keep(s.public(c, true), c.hash, e.gained)
		}
		e.classMemory.Add(c.memory)
	}
	s.counts.Open = 0
	e.counts.Add(&s.counts)
	s.classes = newClassTable()
	s.forgetSplits()
	s.shrink()
}

func (e *Engine) keep(c *classes.Class, hash uint64, interval map[uint64][]*classes.Class) {
	bytes := c.SketchBytes()
	if known := e.known(e.retired, hash, c); known != nil { // what is merged is free again
		bytes += known.SketchBytes()
		known.Merge(c)
		e.sketchMemory.Add(bytes - known.SketchBytes())
	} else {
		e.retired[hash] = append(e.retired[hash], c)
		e.classMemory.Add(-classBytes(c.Len()))
		if interval != nil {
			c = c.Clone() // the engine keeps the original
		}
	}
	if interval != nil {
		e.join(interval, hash, c)
	}
}

func (e *Engine) join(table map[uint64][]*classes.Class, hash uint64, c *classes.Class) {
	if known := e.known(table, hash, c); known != nil {
		known.Merge(c)
		return
	}
	table[hash] = append(table[hash], c)
}

func (e *Engine) known(table map[uint64][]*classes.Class, hash uint64, c *classes.Class) *classes.Class {
	for _, other := range table[hash] {
		if other.Shape.Equal(&c.Shape) {
			return other
		}
	}
	return nil
}

// squeeze makes other sources give back the memory that they keep for later: at once where they are at rest.
func (e *Engine) squeeze(asking *base) {
	// The shard that asks is locked already, and shards come after the engine: only trying cannot end in a deadlock.
	if !e.mu.TryLock() {
		return
	}
	defer e.mu.Unlock()
	for _, s := range e.shards {
		if &s.base == asking {
			continue
		}
		if !s.mu.TryLock() {
			s.squeezed.Store(true)
			continue
		}
		s.dropSpare()
		s.follow()
		s.mu.Unlock()
	}
	e.coarsenRetired()
}

func (e *Engine) hasRoom() bool {
	return e.openMemory.Load() >= e.share(openShare)/branchShare &&
		e.classMemory.Load() >= e.share(classShare)/branchShare &&
		e.sketchMemory.Load() >= e.share(sketchShare)/branchShare
}
