package spans

import (
	"sync"
	"time"

	"beagle/internal/aged"
	"beagle/traces/kieker"
)

// Options say how spans are gathered.
type Options struct {
	// Quiet is how long none of a trace's spans must have come until it is complete; 0: only the end of all is.
	Quiet time.Duration
	// Memory bounds spans that wait, in bytes; 0 means 64 MiB.
	Memory  int64
	Schemas *kieker.Schemas // nil: what Beagle knows
}

// Gatherer keeps spans until their trace is complete, and hands its executions to a handler. It may be used by many
// goroutines.
type Gatherer struct {
	options Options
	report  *kieker.Reading
	handler kieker.Handler

	mu     sync.Mutex
	stream *stream
	traces aged.Map[TraceID, *gathered] // by when the last span came
	bytes  int64
	ended  aged.Latest[TraceID] // that were handed on
	closed bool
}

type gathered struct {
	id    TraceID
	spans []kept
	bytes int64
	at    time.Time // when the last span came
}

type kept struct {
	id, parent            ID
	start, end            int64
	name, component, host int32
	kind                  Kind
	failed, remote        bool
	inputs                []Input
}

const (
	keptSize  = 88
	traceSize = 200
	maxEnded  = 1 << 16
)

// New gathers spans for a handler, and counts in the report what came.
func New(options Options, report *kieker.Reading, handler kieker.Handler) *Gatherer {
	if options.Memory <= 0 {
		options.Memory = 64 << 20
	}
	if options.Schemas == nil {
		options.Schemas = kieker.NewSchemas()
	}
	return &Gatherer{
		options: options, report: report, handler: handler, stream: newStream(options.Schemas, report, handler),
		ended: aged.Latest[TraceID]{Most: maxEnded},
	}
}

// Add takes a span. What is wrong with it is counted, and returned; empty: it is taken.
func (g *Gatherer) Add(s Span, now time.Time) (problem string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	problem = s.problem()
	switch {
	case problem != "":
	case g.closed:
		problem = "spans after the end"
	case g.ended.Has(s.Trace):
		problem = "spans that came after their trace had ended (--quiet)"
	}
	if problem != "" {
		g.report.Leave(problem, 1)
		return problem
	}
	t, known := g.traces.Get(s.Trace)
	if !known {
		t = &gathered{id: s.Trace}
		g.traces.Set(s.Trace, t)
		g.grow(t, traceSize)
	}
	g.traces.Renew(s.Trace)
	t.at = now
	size := int64(keptSize)
	for _, in := range s.Inputs {
		size += int64(32 + len(in.Name) + len(in.Value))
	}
	t.spans = append(t.spans, kept{
		id: s.ID, parent: s.Parent, start: s.Start, end: s.End, kind: s.Kind, failed: s.Failed, inputs: s.Inputs,
		remote: s.Remote || s.Kind == Server || s.Kind == Consumer,
		name:   g.stream.text(s.Operation.Name), component: g.stream.text(s.Operation.Component), host: g.stream.text(s.Operation.Host),
	})
	g.grow(t, size)
	for g.bytes > g.options.Memory && g.traces.Len() > 0 {
		g.makeRoom()
	}
	return ""
}

func (g *Gatherer) grow(t *gathered, bytes int64) {
	t.bytes += bytes
	g.bytes += bytes
}

func (g *Gatherer) makeRoom() {
	t, _ := g.traces.Oldest()
	if whole(t, g.stream.texts) {
		g.hand(t)
		return
	}
	g.drop(t)
	g.report.Leave("spans of open traces that were dropped for lack of memory (--memory)", int64(len(t.spans)))
}

// Idle ends the traces that are quiet, and lets the handler look at the clock.
func (g *Gatherer) Idle(now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.options.Quiet > 0 {
		t, ok := g.traces.Oldest()
		if !ok || now.Sub(t.at) < g.options.Quiet {
			break
		}
		g.hand(t)
	}
	if idler, ok := g.handler.(kieker.Idler); ok {
		idler.Idle(now)
	}
}

// End hands over all that wait. No more are taken. It does not close the handler.
func (g *Gatherer) End() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for t, ok := g.traces.Oldest(); ok; t, ok = g.traces.Oldest() {
		g.hand(t)
	}
	g.closed = true
}

// Waiting is how many traces are not complete.
func (g *Gatherer) Waiting() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.traces.Len()
}

func (g *Gatherer) hand(t *gathered) {
	g.drop(t)
	t.executions(g.stream, g.report)
	g.stream.flush()
	g.ended.Add(t.id)
}

func (g *Gatherer) drop(t *gathered) {
	g.traces.Take(t.id)
	g.bytes -= t.bytes
}
