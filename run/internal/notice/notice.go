package notice

import (
	"sync"
)

// Notice holds at most one unread word of a change, so that whoever sets it never waits.
type Notice struct {
	C      chan struct{}
	mu     sync.Mutex
	closed bool
}

func New() *Notice { return &Notice{C: make(chan struct{}, 1)} }

func (s *Notice) Set() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	select {
	case s.C <- struct{}{}:
	default:
	}
}

func (s *Notice) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.C)
	}
}
