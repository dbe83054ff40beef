package agent

import (
	"bytes"
	"sync"
	"sync/atomic"

	"beagle/traces/cluster"
	"beagle/traces/kieker"
	"beagle/traces/kieker/wire"
)

type sorter struct {
	agent *Agent

	mu      sync.Mutex
	open    map[*sorted]bool
	full    map[int][][]byte // chunks that take no more, by partition
	records int64
	other   int64 // of these, how many belong to no trace

	took atomic.Int64 // all records
}

type sorted struct {
	of     *sorter
	unit   []kieker.Record     // the last one without a trace: it tells the unit of times
	chunks []*wire.ChunkWriter // by partition; nil: it has no records
	size   int                 // of a chunk that was ended: the next one will be about as large
}

func (s *sorter) source() kieker.Handler {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := &sorted{of: s}
	s.open[one] = true
	return one
}

func (s *sorted) Records(batch []kieker.Record) {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	s.of.records += int64(len(batch))
	s.of.took.Add(int64(len(batch)))
	partitions, most := s.of.agent.bus.Partitions(), s.of.agent.bus.MaxBody()/2
	if s.chunks == nil {
		s.chunks = make([]*wire.ChunkWriter, partitions)
	}
	p, of := -1, int64(0) // the last record's partition, and its trace
	for i := range batch {
		r := &batch[i]
		id, ok := r.Trace()
		if !ok {
			s.of.other++
			if r.Class.Index("timeUnit") >= 0 {
				s.unit = []kieker.Record{{Class: r.Class, Data: bytes.Clone(r.Data)}}
			}
			continue
		}
		if p < 0 || id != of { // records of one trace often follow one another
			p, of = cluster.HomeOfTrace(id, partitions), id
		}
		chunk := s.chunks[p]
		if chunk == nil {
			chunk = wire.NewChunkWriter(s.size)
			s.chunks[p] = chunk
			for i := range s.unit {
				chunk.Add(&s.unit[i])
			}
		}
		if chunk.Add(r); chunk.Size() > most {
			s.of.full[p] = append(s.of.full[p], chunk.Bytes())
			s.chunks[p] = nil
		}
	}
}

func (s *sorted) Closed(kieker.Report) {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	s.end()
	delete(s.of.open, s)
}

func (s *sorted) end() {
	for p, chunk := range s.chunks {
		if chunk != nil {
			s.size = chunk.Size()
			s.of.full[p] = append(s.of.full[p], chunk.Bytes())
		}
	}
	clear(s.chunks)
}

func (s *sorter) take(most int) (bodies map[int][][]byte, records, other int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for one := range s.open {
		one.end()
	}
	bodies = map[int][][]byte{}
	for p, chunks := range s.full {
		var body []byte
		for _, chunk := range chunks {
			if len(body) > 0 && len(body)+len(chunk) > most {
				bodies[p] = append(bodies[p], body)
				body = nil
			}
			body = cluster.AppendChunk(body, chunk)
		}
		bodies[p] = append(bodies[p], body)
	}
	records, other, s.records, s.other = s.records, s.other, 0, 0
	clear(s.full)
	return bodies, records, other
}
