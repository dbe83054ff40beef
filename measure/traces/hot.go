package traces

import (
	"encoding/binary"
	"math/bits"

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
// number; the next record is something else. Their size is known, so that the
// processor knows early where the next record begins.
func (s *Shard) plain(data []byte) (records int) {
	if s.view.entry == noClass || s.view.exit == noClass {
		return 0
	}
	var (
		entry, exit = s.view.entry, s.view.exit
		scale, now  = s.view.scale, s.now
		last        = s.last
		steps       = s.paths.steps
	)
	for ; len(data) >= plainSize; data = data[plainSize:] {
		r := data[:plainSize]
		class := binary.LittleEndian.Uint32(r)
		if class != entry && class != exit {
			break
		}
		id := int64(binary.BigEndian.Uint64(r[20:]))
		o := last
		if o == nil || o.id != id {
			if o = s.events.get(id); o == nil {
				break
			}
			last = o
		}
		if o.path == 0 {
			if !s.offPath(o, r, class == entry) {
				break
			}
			records++
			if o.current < 0 {
				s.settle(o)
				last, steps = nil, s.paths.steps // it may be released, and learnt from
			}
			continue
		}
		head := binary.LittleEndian.Uint64(r[28:])
		tail := uint64(class) | uint64(binary.LittleEndian.Uint32(r[36:]))<<32
		next := steps[o.path].next
		st := &steps[next]
		if st.head != head || st.tail != tail {
			if next = s.paths.follow(o.path, head, tail); next == 0 {
				break // event takes it off its path
			}
			st = &steps[next]
		}
		exec := int(st.slot >> slotShift)
		if exec >= len(o.execs) && !s.stretch(o, exec) {
			last = nil
			records++
			continue
		}
		e := &o.execs[exec]
		at := int64(binary.BigEndian.Uint64(r[12:])) * scale
		in := e.in
		if st.slot&stepExit == 0 {
			in = at
		}
		e.in, e.out = in, at
		o.path = next
		o.tick = now
		records++
		if st.slot&stepEnd != 0 {
			s.arrived(o, s.classes.all[st.what])
			last, steps = nil, s.paths.steps
		}
	}
	s.last = last
	s.counts.Events += int64(records)
	return records
}

// offPath processes a plain entry or exit of a trace that is on no path, where
// it is simply the next one; else it does nothing and reports false.
func (s *Shard) offPath(o *open, r []byte, entry bool) bool {
	signature, component := binary.BigEndian.Uint32(r[32:]), binary.BigEndian.Uint32(r[36:])
	if uint(signature) >= uint(len(s.view.operations)) {
		return false
	}
	known := s.view.operations[signature]
	if known.class != int32(component)+1 {
		return false
	}
	at := int64(binary.BigEndian.Uint64(r[12:])) * s.view.scale
	order := int32(binary.BigEndian.Uint32(r[28:]))
	n := len(o.execs)
	if order^o.next|o.knots != 0 {
		return false
	}
	if entry {
		if n == cap(o.execs) {
			return false
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
	} else {
		if uint(o.current) >= uint(n) {
			return false
		}
		e := &o.execs[o.current]
		if e.op&^inferred != known.op {
			return false
		}
		e.out = at
		o.current = e.parent
		o.hash = hashLeave(o.hash)
	}
	o.next = order + 1
	o.tick = s.now
	return true
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
			s.view.entry = bits.ReverseBytes32(id)
		} else if size == plainSize && kind == roleAfter {
			s.view.exit = bits.ReverseBytes32(id)
		}
		s.event(kind, &r)
	default:
		s.other(&r)
	}
	return size
}
