package run

import (
	"sync"
)

// Notice holds at most one unread word of a change, so that whoever sets it never waits.
type Notice struct {
	C      chan struct{} // says that something changed; it holds one word at most
	mu     sync.Mutex
	closed bool
}

// NewNotice is a notice that nothing has changed.
func NewNotice() *Notice { return &Notice{C: make(chan struct{}, 1)} }

// Set says that something changed; where nobody has heard the last word yet, that one is enough. After Close
// it does nothing.
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

// Close closes the channel; further calls do nothing.
func (s *Notice) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.C)
	}
}
