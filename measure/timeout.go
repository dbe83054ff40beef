package measure

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"
)

// Timeout ends an analysis that takes too long.
//
// The adaptive rule is the original Beagle's ageing: after each launch the time that the next one may take becomes
//
//	limit = (0.5 * limit + 0.5 * time of the launch) * 1.3 + 5 min
//
// starting from one hour. The original took the launch's time with the wrong sign and never reported progress; here
// the rule is what was meant. Pauses do not count.
type Timeout struct {
	mu     sync.Mutex
	kind   timeoutKind
	limit  time.Duration // constant: of the analysis; adaptive: of the next launch
	since  time.Time     // constant: the start; adaptive: the latest progress
	paused time.Time     // zero: not paused
}

type timeoutKind uint8

const (
	noTimeout timeoutKind = iota
	constantTimeout
	adaptiveTimeout
)

const (
	ageing            = 0.5
	firstLimit        = time.Hour
	relativeTolerance = 0.3
	constantTolerance = 5 * time.Minute
)

// NewTimeout makes the rule of a configuration: "adaptive", "constant" with a limit, or "none".
func NewTimeout(kind string, limit time.Duration) (*Timeout, error) {
	switch kind {
	case "adaptive", "":
		return &Timeout{kind: adaptiveTimeout, limit: firstLimit}, nil
	case "constant":
		if limit <= 0 {
			return nil, fmt.Errorf("a constant timeout needs a limit above zero, e.g. {kind: constant, limit: 10m}")
		}
		return &Timeout{kind: constantTimeout, limit: limit}, nil
	case "none":
		return &Timeout{kind: noTimeout}, nil
	}
	return nil, fmt.Errorf("unknown kind of timeout %q: write adaptive, constant or none", kind)
}

// Start starts the clock. All methods may be called by any goroutine; now is given so that tests need no waiting.
func (t *Timeout) Start(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.since, t.paused = now, time.Time{}
}

// Progress says that a launch has ended, from which the adaptive rule works out the limit of the next one.
func (t *Timeout) Progress(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.kind != adaptiveTimeout || t.since.IsZero() {
		return
	}
	took := now.Sub(t.since)
	aged := time.Duration(ageing*float64(t.limit)+(1-ageing)*float64(took)) / time.Millisecond
	t.limit = time.Duration(float64(aged)*(1+relativeTolerance))*time.Millisecond + constantTolerance
	t.since = now
}

// Pause and Continue stop the clock and let it go on.
func (t *Timeout) Pause(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.paused.IsZero() {
		t.paused = now
	}
}

// Continue lets the clock go on after a pause.
func (t *Timeout) Continue(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.paused.IsZero() {
		t.since, t.paused = t.since.Add(now.Sub(t.paused)), time.Time{}
	}
}

// Left is the time that is left, negative where it is over; false: there is no limit. Before Start it is the whole
// limit.
func (t *Timeout) Left(now time.Time) (time.Duration, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.kind == noTimeout {
		return 0, false
	}
	if t.since.IsZero() {
		return t.limit, true
	}
	if !t.paused.IsZero() {
		now = t.paused
	}
	return t.limit - now.Sub(t.since), true
}

// Ends is the time after which the whole analysis ends, negative where it is over; false: it ends
// by itself, however long it takes.
func (t *Timeout) Ends(now time.Time) (time.Duration, bool) {
	t.mu.Lock()
	constant := t.kind == constantTimeout
	t.mu.Unlock()
	if !constant {
		return 0, false
	}
	return t.Left(now)
}

// Reached reports whether the time is over; never without a limit.
func (t *Timeout) Reached(now time.Time) bool {
	left, limited := t.Left(now)
	return limited && left <= 0
}

func (t *Timeout) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch t.kind {
	case constantTimeout:
		return "at most " + About(t.limit)
	case adaptiveTimeout:
		return "adaptive: at most " + About(t.limit) + " for the next launch"
	case noTimeout:
	}
	return "no timeout"
}

// Span writes a time span as people do in a file: 10m rather than 10m0s.
func Span(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// About is a time span for a person who watches: no parts of a second, and no seconds where there are many minutes.
func About(d time.Duration) string {
	if d.Round(time.Second) >= 10*time.Minute {
		return Span(d.Round(time.Minute))
	}
	return Span(d.Round(time.Second))
}

// Clock chooses which time is a demand.
type Clock string

// The clocks.
const (
	CPUTime  Clock = "cpu"  // time for which the thread had a processor, by the system's clock of the thread
	WallTime Clock = "wall" // time that went by, waiting included
	// AutoClock is wall time for sections that are too short for the CPU clock, as the first pass shows, and CPU time
	// for all others.
	AutoClock Clock = "auto"
)

// readUnder is where a context of a launch keeps the one under which its records are read.
type readUnder struct{}

// Ended is a context for a launch that may be ended before the campaign is: when it ends the program does, and its
// records are read to their end all the same, until the parent ends, too.
func Ended(parent context.Context) (inLaunch context.Context, end context.CancelFunc) {
	return context.WithCancel(context.WithValue(parent, readUnder{}, parent))
}

// Reading is the context under which the records of a launch with the context ctx are read.
func Reading(ctx context.Context) context.Context {
	if parent, ok := ctx.Value(readUnder{}).(context.Context); ok {
		return parent
	}
	return ctx
}
