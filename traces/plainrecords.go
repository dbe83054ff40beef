package traces

import (
	"encoding/binary"

	"beagle/traces/kieker"
)

// Nearly all records of a program are entries and exits of operations in their plain form, and metadata. Run reads
// them where they lie: each of them costs some 10 ns, of which the way through a batch would be half.

// plainSize is the size of a BeforeOperationEvent or AfterOperationEvent with its class id.
const plainSize = 4 + eventSize

// runBytes is how much is processed before whoever looks at the shard gets a turn: some 20 µs.
const runBytes = 64 << 10

// Run processes the records at the start of data; see kieker.Runner.
func (s *Shard) Run(data []byte, classes []*kieker.Class) (used, records int) {
	return s.run(&s.own, data, classes)
}

// run is the fast way through a chunk.
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
	look := lookahead{upTo: runBytes}
	if s.counts.Open >= s.crowded {
		look = lookahead{upTo: 0, ready: -1}
	}
	for len(data)-used >= 4 && used < runBytes {
		if used >= look.upTo {
			s.lookAhead(&look, data, used)
		}
		n, stopped := s.plain(data[used:min(len(data), look.upTo)])
		used += n * plainSize
		records += n
		switch {
		case stopped == nil:
			if used == look.upTo && used < runBytes {
				continue
			}
		case stopped.depth == 0:
			s.complete(stopped)
			continue
		case s.lengthen(stopped):
			continue
		}
		n = s.single(data[used:], classes)
		if n == 0 {
			break
		}
		used += n
		records++
	}
	s.finish()
	s.counts.Records += int64(records)
	s.expire()
	return used, records
}

// plain takes nearly all records. It processes plain entries and exits until a trace is complete or has no room for
// more words, which it returns, or something else comes, and returns how many they were. Where traces are
// interleaved, entries and exits follow one another at random: so nothing here branches on which of them a record is.
// The ids of their classes are compared rather than looked up: the processor predicts that they fit, and so knows
// early where the next records begin and fetches their traces meanwhile. There are no calls, around which everything
// would have to leave the registers.
func (s *Shard) plain(data []byte) (records int, stopped *open) {
	var (
		entry, exit = uint32(s.view.entry), uint32(s.view.exit)
		operations  = s.view.operations
		scale, now  = s.view.scale, coarse(s.now)
		slots       = s.events.slots
		trace       *progress // that the last record is of
		last        int64     // and its id
		number      uint32    // of the trace that stops
		pos         int
	)
	if len(data) >= plainSize {
		last = ^int64(binary.BigEndian.Uint64(data[20:])) // of no trace yet
	}
records:
	for pos <= len(data)-plainSize {
		r := data[pos : pos+plainSize]
		class := binary.BigEndian.Uint32(r)
		if uint64(class^entry)*uint64(class^exit) != 0 { // neither of them, found out without a branch for each
			break
		}
		left := bit(class == exit)
		signature := binary.BigEndian.Uint32(r[32:])
		if uint(signature) >= uint(len(operations)) {
			break
		}
		operation := operations[signature]
		if !operation.fits(binary.BigEndian.Uint32(r[36:])) {
			break
		}
		id := int64(binary.BigEndian.Uint64(r[20:]))
		if id != last {
			at := &slots[int(id)&(len(slots)-1)]
			if at.id != id { // another trace may have its place
				i := spread(id) & (len(slots) - 1)
				for slots[i].id != id && slots[i].trace != nil {
					i = (i + 1) & (len(slots) - 1)
				}
				at = &slots[i]
			}
			if trace, last = at.trace, id; trace == nil {
				break
			}
		}
		order := binary.BigEndian.Uint32(r[28:])
		if order != uint32(trace.turn) {
			break
		}
		at := int64(binary.BigEndian.Uint64(r[12:])) * scale
		if order%wordsTogether == 0 {
			switch moved := uint(order) - wordsTogether; {
			case order == unfolded:
				break records
			case order == 0:
				if left != 0 {
					break records
				}
				trace.begin = at
			case moved < earlyCount:
				trace.move((*[wordsTogether]word)(trace.early[moved&(earlyCount-wordsTogether):]))
			default:
				number = trace.number
				a := s.open(number).irregular
				if a == nil || moved+2*wordsTogether > uint(len(a.long)) {
					break records
				}
				number = 0
				trace.move((*[wordsTogether]word)(a.long[moved:]))
			}
		}
		since := uint64(at - trace.begin)
		if since != uint64(uint32(since)) {
			break
		}
		code := uint32(operation>>32) | left
		trace.recent[order%wordsTogether] = word(uint64(code)<<32 | since)
		trace.path = follow(trace.path, code)
		trace.turn = uint16(order + 1)
		trace.heard = now
		depth := trace.depth + 1 - 2*uint16(left)
		trace.depth = depth
		pos += plainSize
		if depth == 0 {
			number = trace.number
			break
		}
	}
	records = pos / plainSize
	s.counts.Events += int64(records)
	if number > 0 {
		stopped = s.open(number)
	}
	return records, stopped
}

func bit(is bool) uint32 {
	var n uint32
	if is {
		n = 1
	}
	return n
}

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
	kind := role(class.Mark)
	if known := size == plainSize && kind >= roleBefore && kind <= roleFailed && s.view.named(r.Data); !known {
		if _, missing := class.Missing(r.Data); missing {
			return 0
		}
	}
	if kind != roleMetadata {
		s.finish()
	}
	switch {
	case kind == roleMetadata:
		if size == 4+metadataSize {
			s.view.metadata = int32(id)
		}
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
