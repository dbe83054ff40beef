// Package worker is the role that reads what agents append: it merges reduced traces, joins traces whose records come
// from several programs, and writes checkpoints.
package worker

import (
	"context"
	"crypto/rand"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/kieker"
)

// Options say how a worker works.
type Options struct {
	// Every is how long a worker gathers parts before it writes a checkpoint; 0 means 300 ms.
	Every time.Duration
	// Engine says how distributed traces are reconstructed, and what memory a worker takes.
	Engine traces.Options
	Say    func(error)
	// Unfenced is for tests: it leaves out what keeps two workers apart.
	Unfenced bool
}

// Worker is one that runs.
type Worker struct {
	bus     *cluster.Bus
	options Options
	id      string
	started time.Time

	parts, records, busy atomic.Int64 // busy in ns, since looked at last
	looked               time.Time
	mu                   sync.Mutex
	running              map[int]*share
	begin                func(ctx context.Context, partition int, s *share) // works at a share until the context ends
}

type share struct {
	stop    context.CancelFunc
	stopped bool          // somebody else's by now
	ended   chan struct{} // closed when nobody works at it any more
	waiting atomic.Int64  // parts
	trouble atomic.Value  // string: why it is begun anew again and again; empty: it is not
}

// New is a worker that has not begun.
func New(bus *cluster.Bus, options Options) *Worker {
	if options.Every <= 0 {
		options.Every = 300 * time.Millisecond
	}
	options.Engine.Distributed = true
	if options.Engine.Schemas == nil {
		options.Engine.Schemas = kieker.NewSchemas()
	}
	w := &Worker{bus: bus, options: options, id: rand.Text(), started: time.Now(), running: map[int]*share{}}
	w.begin = w.work
	return w
}

// ID tells workers apart.
func (w *Worker) ID() string { return w.id }

// Run works until the context ends. What it has read by then is written down.
func (w *Worker) Run(ctx context.Context) error {
	members, err := cluster.Listen(w.bus)
	if err != nil {
		return err
	}
	defer members.Close()
	saying, stop := context.WithCancel(ctx)
	var said sync.WaitGroup
	said.Go(func() { cluster.Say(saying, w.bus, w.member) })
	beat := cluster.Beat()
	defer beat.Stop()
	for ctx.Err() == nil {
		w.share(ctx, members.Workers())
		select {
		case <-ctx.Done():
		case <-beat.C:
		}
	}
	stop()
	said.Wait()
	for _, s := range w.running {
		<-s.ended
	}
	return nil
}

// share begins with partitions that have become the worker's, and ends with those that have become others'.
func (w *Worker) share(ctx context.Context, workers []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for p := range w.bus.Partitions() {
		mine := cluster.Owner(p, workers) == w.id
		s := w.running[p]
		if s != nil && s.stopped {
			select {
			case <-s.ended:
				delete(w.running, p)
				s = nil
			default: // the next time
				continue
			}
		}
		switch {
		case mine && s == nil:
			one, stop := context.WithCancel(ctx)
			s = &share{stop: stop, ended: make(chan struct{})}
			w.running[p] = s
			go func() {
				defer close(s.ended)
				w.begin(one, p, s)
			}()
		case !mine && s != nil:
			s.stop()
			s.stopped = true
		}
	}
}

func (w *Worker) work(ctx context.Context, number int, s *share) {
	said := ""
	for ctx.Err() == nil {
		p := &partition{worker: w, stream: w.bus.Partition(number), share: s}
		err := p.run(ctx)
		text := ""
		if err != nil && ctx.Err() == nil {
			text = err.Error()
			if said != text && w.options.Say != nil && !passing(err) {
				w.options.Say(err)
			}
		}
		said = text
		s.trouble.Store(text)
		cluster.Pause(ctx)
	}
}

func (w *Worker) member() cluster.Member {
	host, _ := os.Hostname()
	m := cluster.Member{
		ID: w.id, Role: "worker", Host: host, Process: os.Getpid(), Started: w.started,
		Parts: w.parts.Load(), Records: w.records.Load(), Busy: w.load(),
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for p, s := range w.running {
		if s.stopped {
			continue
		}
		m.Partitions = append(m.Partitions, p)
		m.Waiting += s.waiting.Load()
		if trouble, _ := s.trouble.Load().(string); trouble != "" {
			m.Trouble = trouble
		}
	}
	return m
}

func (w *Worker) load() float64 {
	now := time.Now()
	busy, since := w.busy.Swap(0), now.Sub(w.looked)
	w.looked = now
	return min(1, float64(busy)/float64(max(since, 1)))
}
