package spans

import (
	"sync"
	"time"

	"beagle/measure/kieker"
)

// Options say how spans are gathered.
type Options struct {
	// Quiet is how long none of a trace's spans must have come until it is
	// complete; 0: only the end of all is.
	Quiet time.Duration
	// Memory bounds spans that wait, in bytes; 0 means 64 MiB.
	Memory  int64
	Schemas *kieker.Schemas // nil: what Beagle knows
}

// Gatherer keeps spans until their trace is complete, and hands its executions to
// a handler. It may be used by many goroutines.
type Gatherer struct {
	options Options
	report  *kieker.Reading
	handler kieker.Handler

	mu             sync.Mutex
	stream         *stream
	traces         map[TraceID]*gathered
	oldest, newest *gathered // by when the last span came
	bytes          int64
	ended          map[TraceID]bool // the latest that were handed on
	last           []TraceID        // ring of these
	next           int
	closed         bool
}

// gathered is a trace whose spans come.
type gathered struct {
	id           TraceID
	spans        []kept
	bytes        int64
	at           time.Time // when the last span came
	older, newer *gathered
}

// kept is a span as it waits, its texts as numbers of the stream.
type kept struct {
	id, parent            ID
	start, end            int64
	name, component, host int32
	failed, remote        bool
	inputs                []Input
}

const (
	keptSize  = 88
	traceSize = 200
	maxEnded  = 1 << 16
)

// New gathers spans for a handler, and counts in the report what came. Reasons for
// which spans are left out stand there, too.
func New(options Options, report *kieker.Reading, handler kieker.Handler) *Gatherer {
	if options.Memory <= 0 {
		options.Memory = 64 << 20
	}
	if options.Schemas == nil {
		options.Schemas = kieker.NewSchemas()
	}
	return &Gatherer{
		options: options, report: report, handler: handler, stream: newStream(options.Schemas, report, handler),
		traces: map[TraceID]*gathered{}, ended: map[TraceID]bool{},
	}
}

// Add takes a span. What is wrong with it is counted, and returned; empty: it is
// taken.
func (g *Gatherer) Add(s Span, now time.Time) (problem string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	problem = s.problem()
	switch {
	case problem != "":
	case g.closed:
		problem = "spans after the end"
	case g.ended[s.Trace]:
		problem = "spans later than the quiet time after the rest of their trace"
	}
	if problem != "" {
		g.report.Leave(problem, 1)
		return problem
	}
	t := g.traces[s.Trace]
	if t == nil {
		t = &gathered{id: s.Trace}
		g.traces[s.Trace] = t
		g.grow(t, traceSize)
	} else {
		g.unlink(t)
	}
	t.at = now
	g.link(t)
	size := int64(keptSize)
	for _, in := range s.Inputs {
		size += int64(32 + len(in.Name) + len(in.Value))
	}
	t.spans = append(t.spans, kept{
		id: s.ID, parent: s.Parent, start: s.Start, end: s.End, failed: s.Failed, inputs: s.Inputs,
		remote: s.Remote || s.Kind == Server || s.Kind == Consumer,
		name:   g.stream.text(s.Operation.Name), component: g.stream.text(s.Operation.Component), host: g.stream.text(s.Operation.Host),
	})
	g.grow(t, size)
	for g.bytes > g.options.Memory && g.oldest != nil {
		g.makeRoom()
	}
	return ""
}

func (g *Gatherer) grow(t *gathered, bytes int64) {
	t.bytes += bytes
	g.bytes += bytes
}

// makeRoom ends the trace that was quiet for longest: as it is where nothing of it
// is missing.
func (g *Gatherer) makeRoom() {
	t := g.oldest
	if whole(t) {
		g.hand(t)
		return
	}
	g.drop(t)
	g.report.Leave("spans of traces that were open while there was no memory for more", int64(len(t.spans)))
}

// Idle ends the traces that are quiet, and lets the handler look at the clock.
func (g *Gatherer) Idle(now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.options.Quiet > 0 && g.oldest != nil && now.Sub(g.oldest.at) >= g.options.Quiet {
		g.hand(g.oldest)
	}
	if idler, ok := g.handler.(kieker.Idler); ok {
		idler.Idle(now)
	}
}

// End hands over all that wait. No more are taken. It does not close the handler.
func (g *Gatherer) End() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.oldest != nil {
		g.hand(g.oldest)
	}
	g.closed = true
}

// Waiting is how many traces are not complete.
func (g *Gatherer) Waiting() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.traces)
}

// hand gives a trace to the handler.
func (g *Gatherer) hand(t *gathered) {
	g.drop(t)
	t.executions(g.stream, g.report)
	g.stream.flush()
	if len(g.last) < maxEnded {
		g.last = append(g.last, t.id)
	} else {
		delete(g.ended, g.last[g.next])
		g.last[g.next] = t.id
		g.next = (g.next + 1) % maxEnded
	}
	g.ended[t.id] = true
}

func (g *Gatherer) drop(t *gathered) {
	g.unlink(t)
	delete(g.traces, t.id)
	g.bytes -= t.bytes
}

func (g *Gatherer) link(t *gathered) {
	t.older, t.newer = g.newest, nil
	if g.newest != nil {
		g.newest.newer = t
	} else {
		g.oldest = t
	}
	g.newest = t
}

// unlink takes a trace out of the list by age.
func (g *Gatherer) unlink(t *gathered) {
	if t.older != nil {
		t.older.newer = t.newer
	} else {
		g.oldest = t.newer
	}
	if t.newer != nil {
		t.newer.older = t.older
	} else {
		g.newest = t.older
	}
	t.older, t.newer = nil, nil
}
