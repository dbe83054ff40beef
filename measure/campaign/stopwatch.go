package campaign

import (
	"sync"
	"time"
)

// stopwatch adds up the time of launches. It may be read while it runs.
type stopwatch struct {
	mu    sync.Mutex
	sum   time.Duration // of those that are over
	since time.Time     // zero: it does not run
}

func (w *stopwatch) start() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.since = time.Now()
}

// stop says how long it took since start.
func (w *stopwatch) stop() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	took := time.Since(w.since)
	w.sum += took
	w.since = time.Time{}
	return took
}

func (w *stopwatch) elapsed() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.since.IsZero() {
		return w.sum
	}
	return w.sum + time.Since(w.since)
}
