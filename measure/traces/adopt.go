package traces

import (
	"beagle/measure/traces/classes"
)

// Adopt adds what another engine counted and reduced. The classes have numbers of
// this engine's Names; it keeps them.
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
