package traces

import (
	"encoding/binary"

	"beagle/measure/kieker"
)

// Nearly all records of a program are entries and exits of operations in their
// plain form, and metadata. Run reads them where they lie: each of them costs
// some 10 ns, of which the way through a batch would be half.

// plainSize is the size of a BeforeOperationEvent or AfterOperationEvent with
// its class id.
const plainSize = 4 + eventSize

// runBytes is how much is processed before whoever looks at the shard gets a
// turn: some 20 µs.
const runBytes = 64 << 10

// Run processes the records at the start of data; see kieker.Runner.
func (s *Shard) Run(data []byte, classes []*kieker.Class) (used, records int) {
	return s.run(&s.own, data, classes)
}

func (s *Shard) run(v *view, data []byte, classes []*kieker.Class) (used, records int) {
	if len(data) < 4 {
		return 0, 0
	}
	first := binary.BigEndian.Uint32(data)
	if uint(first) >= uint(len(classes)) || classes[first] == nil {
		return 0, 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.start(v, classes[first])
	for len(data)-used >= 4 && used < runBytes {
		n := s.plain(data[used:min(len(data), used+runBytes)])
		used += n * plainSize
		records += n
		n = s.single(data[used:], classes)
		if n == 0 {
			break
		}
		used += n
		records++
	}
	s.counts.Records += int64(records)
	s.expire()
	return used, records
}

// plain is the hot path. It processes plain entries and exits and returns their
// number; the next record is something else. The ids of their classes are
// compared rather than looked up: the processor predicts comparisons, and so
// knows early where the next record begins.
func (s *Shard) plain(data []byte) (records int) {
	var (
		entry, exit = uint32(s.view.entry), uint32(s.view.exit)
		operations  = s.view.operations
		scale, now  = s.view.scale, s.now
		last        = s.last
	)
	for ; len(data) >= plainSize; data = data[plainSize:] {
		r := data[:plainSize]
		class := binary.BigEndian.Uint32(r)
		if class != entry && class != exit {
			break
		}
		at := int64(binary.BigEndian.Uint64(r[12:])) * scale
		id := int64(binary.BigEndian.Uint64(r[20:]))
		order := int32(binary.BigEndian.Uint32(r[28:]))
		signature, component := binary.BigEndian.Uint32(r[32:]), binary.BigEndian.Uint32(r[36:])
		if uint(signature) >= uint(len(operations)) {
			break
		}
		known := operations[signature]
		if known.class != int32(component)+1 {
			break
		}
		o := last
		if o == nil || o.id != id {
			if o = s.events.get(id); o == nil {
				break
			}
			last = o
		}
		n := len(o.execs)
		if order^o.next|o.knots != 0 {
			break
		}
		if class == entry {
			if n == cap(o.execs) {
				break
			}
			op := known.op
			if o.current >= 0 {
				op |= inferred
			}
			o.execs = o.execs[:n+1]
			e := &o.execs[n]
			e.op, e.parent, e.in, e.out = op, o.current, at, at
			o.current = int32(n)
			o.hash = hashEnter(o.hash, op)
			o.next = order + 1
			o.tick = now
			records++
			continue
		}
		if uint(o.current) >= uint(n) {
			break
		}
		e := &o.execs[o.current]
		if e.op&^inferred != known.op {
			break
		}
		e.out = at
		o.current = e.parent
		o.hash = hashLeave(o.hash)
		o.next = order + 1
		o.tick = now
		records++
		if o.current < 0 {
			s.settle(o)
			last = nil // it may be released
		}
	}
	s.last = last
	s.counts.Events += int64(records)
	return records
}

// single processes one record of any class and returns its size; 0 where it
// must be read in another way.
func (s *Shard) single(data []byte, classes []*kieker.Class) int {
	if len(data) < 4 {
		return 0
	}
	id := binary.BigEndian.Uint32(data)
	if uint(id) >= uint(len(classes)) || classes[id] == nil {
		return 0
	}
	class := classes[id]
	size := class.Size()
	if size == 0 || size > len(data) {
		return 0
	}
	r := kieker.Record{Class: class, Data: data[4:size:size]}
	switch kind := role(class.Mark); {
	case kind == roleMetadata:
		s.counts.Events++
		s.metadata(&r)
	case kind >= roleBefore && kind <= roleFailed && size >= plainSize:
		if size == plainSize && kind == roleBefore {
			s.view.entry = int32(id)
		} else if size == plainSize && kind == roleAfter {
			s.view.exit = int32(id)
		}
		s.event(kind, &r)
	default:
		s.other(&r)
	}
	return size
}
