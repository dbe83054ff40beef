package traces

import (
	"slices"
	"time"

	"beagle/traces/classes"
)

func (s *classSet) public(c *class, own bool) *classes.Class {
	s.fold(c)
	p := &classes.Class{
		Shape: c.Shape, Count: c.count, Last: time.Unix(0, c.last), Calls: c.calls,
		Rep: c.rep, Names: s.engine.names, From: s.source, Started: c.started,
	}
	if own {
		return p
	}
	p.Rep.Execs = slices.Clone(c.rep.Execs)
	return p.Clone()
}

// Result is everything an engine knows at one time.
type Result struct {
	Counts
	Adopted  int64            // of Records, those that other engines counted
	Classes  []*classes.Class // most frequent first
	Examples []Invalid        // of invalid traces, some of each reason
	Names    *classes.Names   // what the numbers of operations and hosts in Classes mean
}

// Result merges all sources. Sources that are still open are held up for some microseconds at a time.
func (e *Engine) Result() Result {
	e.mu.Lock()
	defer e.mu.Unlock()
	r := Result{Counts: e.counts, Adopted: e.adopted, Names: e.names}
	merged := map[uint64][]*classes.Class{}
	for hash, alike := range e.retired {
		for _, c := range alike {
			merged[hash] = append(merged[hash], c.Clone())
		}
	}
	for _, s := range e.shards {
		counts := s.each(func(c *class) { e.join(merged, c.hash, s.public(c, false)) })
		r.Add(&counts)
	}
	for _, alike := range merged {
		r.Classes = append(r.Classes, alike...)
	}
	classes.SortClasses(r.Classes)
	r.Examples = e.examples.all()
	return r
}

func (s *Shard) each(visit func(*class)) Counts {
	const atOnce = 16
	s.mu.Lock()
	defer s.mu.Unlock()
	counts := s.counts
	for i := range len(s.classes.all) { // those that come meanwhile wait for the next time
		if s.classes.all[i].count > 0 { // else an interval took all there was
			visit(s.classes.all[i])
		}
		if i%atOnce == atOnce-1 {
			s.mu.Unlock()
			s.mu.Lock()
		}
	}
	return counts
}

// Alone is a result of nothing but the trace, as a class of its own, so that it can be shown like one.
func (r Result) Alone(t classes.Trace) Result {
	alone := Result{Names: r.Names, Counts: Counts{Valid: 1}}
	if len(t.Executions) > 0 {
		alone.Classes = []*classes.Class{classes.Alone(r.Names, t)}
	}
	return alone
}
