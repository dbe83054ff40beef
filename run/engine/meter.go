package engine

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"beagle/measure"
)

type meter struct {
	records atomic.Int64
	latest  atomic.Int64 // Unix time in ns of the last batch

	mu      sync.Mutex
	before  int64
	history []float64 // records per second, one value a second
}

const rateHistory = 120

func (m *meter) start(records int64) {
	m.records.Store(records)
	m.before = records
}

func (m *meter) tick() {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.records.Load()
	m.history = append(m.history, float64(now-m.before))
	m.before = now
	if len(m.history) > rateHistory {
		m.history = slices.Delete(m.history, 0, len(m.history)-rateHistory)
	}
}

func (m *meter) read() (records int64, latest time.Time, history []float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ns := m.latest.Load(); ns != 0 {
		latest = time.Unix(0, ns)
	}
	return m.records.Load(), latest, slices.Clone(m.history)
}

func (m *meter) sink(to measure.Sink) measure.Sink { return counting{m, to} }

type counting struct {
	*meter
	to measure.Sink
}

// Events counts a batch on its way to the sink behind; as every sink it is called by one goroutine at a time.
func (c counting) Events(batch []measure.Event) {
	c.records.Add(int64(len(batch)))
	c.latest.Store(time.Now().UnixNano())
	c.to.Events(batch)
}

// stopwatch measures how long a run has taken, with what earlier processes took.
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
