package engine

import (
	"sync"
	"sync/atomic"

	"beagle/run"
)

type signals struct {
	seq atomic.Uint64 // how often
	own *run.Notice

	mu   sync.Mutex
	more []*run.Notice // of others
}

func newSignals() *signals { return &signals{own: run.NewNotice()} }

func (s *signals) set() {
	s.seq.Add(1)
	for _, n := range s.all() {
		n.Set()
	}
}

func (s *signals) follow() *run.Notice {
	n := run.NewNotice()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.more = append(s.more, n)
	return n
}

func (s *signals) close() {
	for _, n := range s.all() {
		n.Close()
	}
}

func (s *signals) all() []*run.Notice {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*run.Notice{s.own}, s.more...)
}
