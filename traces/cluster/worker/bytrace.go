package worker

import (
	"encoding/binary"
	"iter"

	"beagle/traces/kieker"
)

// byTrace sorts the records of a chunk by trace, so that each trace is looked up once a chunk, and what a chunk has
// of it lies together: as in a binary stream, each record behind the number of its class.
type byTrace struct {
	of      []int32  // by record: its trace, counted from 0 as they come
	numbers []uint32 // by record: its class
	data    [][]byte // by record: its content

	traceOf map[int64]int32 // by id
	ids     []int64         // by trace
	ends    []int           // by trace: how many bytes it has, and then where they end
	many    []int64         // by trace: how many records it has
	last    int32           // trace of the last record
	size    int             // of all of them

	classes []*kieker.Class // of the chunk, by number
}

func (b *byTrace) begin() {
	if b.traceOf == nil {
		b.traceOf = map[int64]int32{}
	}
	clear(b.traceOf)
	clear(b.data) // what they point to may go
	b.of, b.numbers, b.data, b.ids, b.ends, b.many, b.classes = b.of[:0], b.numbers[:0], b.data[:0], b.ids[:0], b.ends[:0], b.many[:0], nil
	b.size = 0
}

func (b *byTrace) add(id int64, r *kieker.Record) {
	if len(b.ids) == 0 || b.ids[b.last] != id {
		trace, known := b.traceOf[id]
		if !known {
			trace = int32(len(b.ids))
			b.traceOf[id] = trace
			b.ids, b.ends, b.many = append(b.ids, id), append(b.ends, 0), append(b.many, 0)
		}
		b.last = trace
	}
	b.of, b.numbers, b.data = append(b.of, b.last), append(b.numbers, b.number(r.Class)), append(b.data, r.Data)
	b.ends[b.last] += 4 + len(r.Data)
	b.many[b.last]++
	b.size += 4 + len(r.Data)
}

func (b *byTrace) number(class *kieker.Class) uint32 {
	for i, known := range b.classes {
		if known == class {
			return uint32(i)
		}
	}
	b.classes = append(b.classes, class)
	return uint32(len(b.classes) - 1)
}

// traces are the traces in the order of their first records.
func (b *byTrace) traces() iter.Seq2[int64, []byte] {
	all := make([]byte, b.size)
	at := 0
	for trace, size := range b.ends {
		b.ends[trace] = at
		at += size
	}
	for i, trace := range b.of {
		to := all[b.ends[trace]:]
		binary.BigEndian.PutUint32(to, b.numbers[i])
		b.ends[trace] += 4 + copy(to[4:], b.data[i])
	}
	return func(yield func(int64, []byte) bool) {
		begin := 0
		for trace, id := range b.ids {
			if !yield(id, all[begin:b.ends[trace]:b.ends[trace]]) {
				return
			}
			begin = b.ends[trace]
		}
	}
}
