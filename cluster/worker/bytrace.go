package worker

import (
	"iter"

	"beagle/measure/kieker"
)

// byTrace sorts the records of a chunk by trace, so that each trace is looked up once a chunk,
// and what a chunk has of it lies together. The zero value is ready.
type byTrace struct {
	records []kieker.Record
	of      []int32         // by record: its trace, counted from 0 as they come
	traceOf map[int64]int32 // by id
	ids     []int64         // by trace
	ends    []int32         // by trace: how many records it has, and then where they end
	last    int32           // trace of the last record
}

// begin forgets the chunk before.
func (b *byTrace) begin() {
	if b.traceOf == nil {
		b.traceOf = map[int64]int32{}
	}
	clear(b.traceOf)
	b.records, b.of, b.ids, b.ends = b.records[:0], b.of[:0], b.ids[:0], b.ends[:0]
}

// add adds a record of a trace.
func (b *byTrace) add(id int64, r kieker.Record) {
	if len(b.ids) == 0 || b.ids[b.last] != id {
		trace, known := b.traceOf[id]
		if !known {
			trace = int32(len(b.ids))
			b.traceOf[id] = trace
			b.ids, b.ends = append(b.ids, id), append(b.ends, 0)
		}
		b.last = trace
	}
	b.records, b.of = append(b.records, r), append(b.of, b.last)
	b.ends[b.last]++
}

// traces are the traces in the order of their first records, each with its records in the
// order in which they were added. These belong to who gets them.
func (b *byTrace) traces() iter.Seq2[int64, []kieker.Record] {
	all := make([]kieker.Record, len(b.records))
	at := int32(0)
	for trace, count := range b.ends {
		b.ends[trace] = at
		at += count
	}
	for i, trace := range b.of {
		all[b.ends[trace]] = b.records[i]
		b.ends[trace]++
	}
	clear(b.records) // what they point to may go
	return func(yield func(int64, []kieker.Record) bool) {
		begin := int32(0)
		for trace, id := range b.ids {
			if !yield(id, all[begin:b.ends[trace]:b.ends[trace]]) {
				return
			}
			begin = b.ends[trace]
		}
	}
}
