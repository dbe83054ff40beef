package cost

import (
	"context"
	"errors"
	"sync"

	"beagle/cost"
)

// ErrStopped says that a person ended what was measured.
var ErrStopped = errors.New("stopped before everything was measured")

// Learn learns what calls of some methods cost, and tells how far one of them is, counted from 0. The
// last that it tells of each has nothing more to be measured.
type Learn func(ctx context.Context, tell func(at int, p cost.Progress)) error

// Feed keeps how far methods are, so that a screen pulls what it draws and nobody waits for it.
type Feed struct {
	Names []string // of the methods, in the order in which they are learnt

	mu      sync.Mutex
	methods []cost.Progress
	at      int
	changed chan struct{} // holds one signal; closed at the end
	err     error
}

// NewFeed is a feed of methods of which nothing is known yet.
func NewFeed(names []string) *Feed {
	return &Feed{Names: names, methods: make([]cost.Progress, len(names)), changed: make(chan struct{}, 1)}
}

// Run learns, and closes the feed.
func (f *Feed) Run(ctx context.Context, learn Learn) {
	err := learn(ctx, f.tell)
	f.mu.Lock()
	f.err = err
	f.mu.Unlock()
	close(f.changed)
}

// tell takes in how far a method is.
func (f *Feed) tell(at int, p cost.Progress) {
	f.mu.Lock()
	f.at, f.methods[at] = at, p
	f.mu.Unlock()
	select {
	case f.changed <- struct{}{}:
	default:
	}
}

// Err is why learning ended; nil: it is done.
func (f *Feed) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// now is how far all methods are, and which one is learnt at present.
func (f *Feed) now() (all []cost.Progress, at int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]cost.Progress(nil), f.methods...), f.at
}
