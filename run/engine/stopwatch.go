package engine

import (
	"sync"
	"time"
)

// stopwatch measures how long a run has taken, with what earlier processes
// took. The monotonic clock makes it immune to changes of the wall clock.
type stopwatch struct {
	before time.Duration
	began  time.Time
	mu     sync.Mutex
	total  time.Duration // once it was stopped
}

// newStopwatch goes on from the time that was spent before.
func newStopwatch(before time.Duration) *stopwatch {
	return &stopwatch{before: before, began: time.Now()}
}

// elapsed is the time that was spent by now, or until it was stopped.
func (s *stopwatch) elapsed() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.total > 0 {
		return s.total
	}
	return s.before + time.Since(s.began)
}

// stop ends the time; a second one changes nothing.
func (s *stopwatch) stop() {
	now := s.elapsed()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total = now
}
