package traces

import (
	"beagle/traces/classes"
)

// Interval is what classes and counts gained since it was last called, or since the start: reduced traces of their
// own, with exact statistics. It takes them out of the shards, so that only what was seen costs anything; Result
// still knows everything. Options must say that it will be called. The throughput paper's workers send the same
// once a second (Fittkau, Waller, Brauer, Hasselbring: Scalable and Live Trace Processing with Kieker Utilizing
// Cloud Computing, KPDAYS 2013).
func (e *Engine) Interval() ([]*classes.Class, Counts) {
	e.mu.Lock()
	defer e.mu.Unlock()
	gained := e.gained
	e.gained = map[uint64][]*classes.Class{}
	now := e.counts
	for _, s := range e.shards {
		counts := s.each(func(c *class) { e.keep(s.take(c), c.hash, gained) })
		now.Add(&counts)
	}
	since := now.minus(&e.before)
	e.before = now
	var all []*classes.Class
	for _, alike := range gained {
		all = append(all, alike...)
	}
	classes.SortClasses(all)
	return all, since
}

func (s *classSet) take(c *class) *classes.Class {
	p := s.public(c, true)
	c.count, c.calls, c.rep, c.started = 0, classes.NewCalls(len(c.Ops)), classes.Representative{}, nil
	return p
}

// Adopt adds what another engine counted and reduced. The classes have numbers of this engine's Names; it keeps them.
func (e *Engine) Adopt(counts Counts, all []*classes.Class) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, c := range all {
		hash := c.Key()
		if e.known(e.retired, hash, c) == nil && e.classMemory.Load() < classBytes(c.Len()) {
			counts.Unsorted += int64(c.Count)
			continue
		}
		e.fit(c)
		e.keep(c, hash, e.gained)
	}
	counts.Open = 0
	e.adopted += counts.Records
	e.counts.Add(&counts)
}

// fit takes memory for a class's quantiles; where there is none, all get coarser,
// and in the end the class has no quantiles.
func (e *Engine) fit(c *classes.Class) {
	for {
		level := uint8(e.level.Load())
		classes.Collapse(c.Calls, level)
		bytes := c.SketchBytes()
		if e.sketchMemory.Add(-bytes) >= 0 {
			return
		}
		e.sketchMemory.Add(bytes)
		if level >= classes.MaxCollapsed {
			break
		}
		e.level.CompareAndSwap(int32(level), int32(level)+1)
		e.coarsenRetired()
		for _, s := range e.shards {
			s.squeezed.Store(true)
		}
	}
	for i := range c.Calls {
		c.Calls[i].Sketch, c.Calls[i].Coarse = classes.Sketch{Collapsed: classes.MaxCollapsed}, true
	}
}
