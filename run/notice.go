package run

import (
	"sync"
	"time"
)

// notice holds at most one unread word of a change, so that whoever sets it never waits.
type notice struct {
	c      chan struct{}
	mu     sync.Mutex
	closed bool
}

func newNotice() *notice { return &notice{c: make(chan struct{}, 1)} }

func (s *notice) set() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	select {
	case s.c <- struct{}{}:
	default:
	}
}

func (s *notice) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.c)
	}
}

// stopwatch measures how long a run has taken, with what earlier processes
// took. The monotonic clock makes it immune to changes of the wall clock.
type stopwatch struct {
	before time.Duration
	began  time.Time
	mu     sync.Mutex
	total  time.Duration // once it was stopped
}

func newStopwatch(before time.Duration) *stopwatch {
	return &stopwatch{before: before, began: time.Now()}
}

func (s *stopwatch) elapsed() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.total > 0 {
		return s.total
	}
	return s.before + time.Since(s.began)
}

func (s *stopwatch) stop() {
	now := s.elapsed()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total = now
}
