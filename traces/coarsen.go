package traces

import (
	"beagle/traces/classes"
)

// Memory for quantiles is taken from what all sources share. Where none is left, sketches collapse their resolution:
// first those of the source that needs some, a class at a time, so that nothing is held up for long; then the others
// follow. Every trace counts, however many classes there are.

// coarse counts a duration that is in none of a sketch's bins; false where even
// the coarsest sketches take all the memory there is.
func (s *classSet) coarse(k *classes.Sketch, duration int64) bool {
	if len(k.Bins) == 0 {
		k.Collapsed = s.level
	}
	for !k.Add(duration, &s.engine.sketchMemory) {
		if !s.coarsen() {
			return false
		}
		if len(k.Bins) == 0 {
			k.Collapsed = s.level
		}
	}
	return true
}

// coarsen halves the next class that is finer than the shard's level, and then
// raises the level; false where nothing is left to collapse.
func (s *classSet) coarsen() bool {
	for {
		for s.hand < len(s.classes.all) {
			c := s.classes.all[s.hand]
			s.hand++
			if freed := classes.Collapse(c.calls, s.level); freed > 0 {
				s.engine.sketchMemory.Add(freed)
				return true
			}
		}
		if s.level >= classes.MaxCollapsed {
			return false
		}
		s.hand = 0
		s.level = s.engine.coarser(s.base, s.level)
	}
}

func (s *classSet) follow() {
	if level := uint8(s.engine.level.Load()); level > s.level {
		s.level, s.hand = level, len(s.classes.all)
		for _, c := range s.classes.all {
			s.engine.sketchMemory.Add(classes.Collapse(c.calls, level))
		}
	}
}

// coarser is the next level for a shard whose classes have reached its own.
func (e *Engine) coarser(asking *base, level uint8) uint8 {
	next := int32(level) + 1
	if e.level.CompareAndSwap(next-1, next) {
		e.squeeze(asking)
	}
	return uint8(next)
}

func (e *Engine) coarsenRetired() {
	level := uint8(e.level.Load())
	for _, alike := range e.retired {
		for _, c := range alike {
			e.sketchMemory.Add(classes.Collapse(c.Calls, level))
		}
	}
}
