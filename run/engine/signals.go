package engine

import (
	"sync"
	"sync/atomic"

	"beagle/run/internal/notice"
)

type signals struct {
	seq atomic.Uint64 // how often
	own *notice.Notice

	mu   sync.Mutex
	more []*notice.Notice // of others
}

func newSignals() *signals { return &signals{own: notice.New()} }

func (s *signals) set() {
	s.seq.Add(1)
	for _, n := range s.all() {
		n.Set()
	}
}

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

func (s *signals) all() []*notice.Notice {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*notice.Notice{s.own}, s.more...)
}
