package engine

import (
	"sync"
	"sync/atomic"

	"beagle/run/internal/notice"
)

// signals tell all who follow a run that it has changed.
type signals struct {
	seq atomic.Uint64 // how often
	own *notice.Notice

	mu   sync.Mutex
	more []*notice.Notice // of others
}

// newSignals is a signal for one reader, and for more that follow.
func newSignals() *signals { return &signals{own: notice.New()} }

// set says to all readers that something has changed; it never waits for them.
func (s *signals) set() {
	s.seq.Add(1)
	for _, n := range s.all() {
		n.Set()
	}
}

// follow is the signal of one more reader.
func (s *signals) follow() *notice.Notice {
	n := notice.New()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.more = append(s.more, n)
	return n
}

// close ends all signals: nothing will change any more.
func (s *signals) close() {
	for _, n := range s.all() {
		n.Close()
	}
}

// all are the signals of all readers.
func (s *signals) all() []*notice.Notice {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*notice.Notice{s.own}, s.more...)
}
