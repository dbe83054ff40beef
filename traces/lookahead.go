package traces

import (
	"encoding/binary"
	"unsafe"
)

// With many open traces, what a record needs is in none of the processor's caches: the slot that says where its trace
// is, and then the trace.

// manyOpen is with how many open traces the next record's trace is hardly ever in the processor's nearer caches.
const manyOpen = 4096

type lookahead struct {
	upTo  int     // where the records end that may be processed now
	ready int     // where those end whose traces were asked for
	next  stretch // behind them: those whose slots were asked for
}

type stretch struct {
	ids   [stretchRecords]int64 // of their traces
	count int
	end   int // where in the chunk the next record begins
}

// stretchRecords is how many records are looked at together.
const stretchRecords = 32

// lookAhead asks for what comes later in a chunk.
func (s *Shard) lookAhead(l *lookahead, data []byte, from int) {
	if l.ready < from { // the beginning, or behind a record that was not looked at
		l.ready = from
		s.askSlots(&l.next, data, from)
	}
	l.upTo, l.ready = l.ready, l.next.end
	if l.ready == from { // what comes is none of those
		l.upTo = from + 1
		return
	}
	s.askTraces(&l.next)
	s.askSlots(&l.next, data, l.ready)
}

func (s *Shard) askSlots(next *stretch, data []byte, from int) {
	var (
		entry, exit, metadata = uint32(s.view.entry), uint32(s.view.exit), uint32(s.view.metadata)
		slots                 = s.events.slots
		at                    [stretchRecords]*slot
		n, pos                = 0, from
	)
	for n < len(at) && pos <= len(data)-plainSize {
		r := data[pos : pos+plainSize]
		id, size := int64(binary.BigEndian.Uint64(r[20:])), plainSize
		switch binary.BigEndian.Uint32(r) {
		case entry, exit:
		case metadata:
			id, size = int64(binary.BigEndian.Uint64(r[12:])), 4+metadataSize
		default:
			size = 0
		}
		if size == 0 {
			break
		}
		next.ids[n] = id
		at[n] = &slots[int(id)&(len(slots)-1)]
		n++
		pos += size
	}
	next.count, next.end = n, pos
	prefetch(at[:n])
}

func (s *Shard) askTraces(next *stretch) {
	var (
		slots = s.events.slots
		at    [stretchRecords]*progress
	)
	for i, id := range next.ids[:next.count] {
		slot := &slots[int(id)&(len(slots)-1)]
		if slot.id != id && s.events.displaced > 0 {
			if other := s.events.find(id); other >= 0 {
				slot = &slots[other]
			}
		}
		at[i] = slot.trace
	}
	prefetch(at[:next.count])
}

// prefetch asks for the cache lines in which those things begin, and returns at once.
func prefetch[T any](things []*T) {
	if prefetching && len(things) > 0 {
		touchLines((*unsafe.Pointer)(unsafe.Pointer(unsafe.SliceData(things))), len(things))
	}
}
