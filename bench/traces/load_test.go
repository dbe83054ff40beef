// Package traces holds the benchmarks of reading, reconstructing and reducing
// Kieker traces, and the load they run on.
package traces

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
)

// Load describes a stream of traces as Kieker's SingleSocketTcpWriter sends
// it: per trace one TraceMetadata record and Depth nested calls, each with an
// entry and an exit event.
type Load struct {
	Classes     int   // equivalence classes
	Interleaved int   // traces open at a time
	Depth       int   // calls per trace
	Shuffled    bool  // open traces go on at random, else one after the other
	FirstID     int64 // number of the first trace; the others follow it
}

// Records is the number of records per trace.
func (l Load) Records() int { return 1 + 2*l.Depth }

const (
	idMetadata = iota
	idBefore
	idAfter
	idSession
	idHost
	idClass
	idOperations // and what follows
)

// Registry is the part of the stream that declares strings.
func (l Load) Registry() []byte {
	var out []byte
	for id, text := range l.texts() {
		out = binary.BigEndian.AppendUint32(out, 0xffffffff)
		out = binary.BigEndian.AppendUint32(out, uint32(id))
		out = binary.BigEndian.AppendUint32(out, uint32(len(text)))
		out = append(out, text...)
	}
	return out
}

func (l Load) texts() []string {
	const prefix = "kieker.common.record.flow.trace."
	all := []string{
		idMetadata: prefix + "TraceMetadata", idBefore: prefix + "operation.BeforeOperationEvent", idAfter: prefix + "operation.AfterOperationEvent",
		idSession: "<no-session-id>", idHost: "host", idClass: "mooBench.monitoredApplication.MonitoredClass",
	}
	for i := range l.operations() {
		all = append(all, fmt.Sprintf("public long mooBench.monitoredApplication.MonitoredClass.method%d(long, int)", i))
	}
	return all
}

// operations is how many operations the classes need: a class is a number in
// base 10 whose digits are the operations at the innermost levels.
func (l Load) operations() int { return 10 }

// Traces appends the records of so many traces, interleaved.
func (l Load) Traces(out []byte, count int) []byte {
	rng := rand.New(rand.NewPCG(1, uint64(l.FirstID)))
	type state struct {
		id    int64
		class int
		step  int
	}
	open := make([]state, 0, l.Interleaved)
	started, now := 0, int64(1_700_000_000_000_000_000)
	for started < count || len(open) > 0 {
		for len(open) < l.Interleaved && started < count {
			open = append(open, state{id: l.FirstID + int64(started), class: rng.IntN(l.Classes)})
			started++
		}
		for i := 0; i < len(open); i++ {
			if l.Shuffled {
				i = rng.IntN(len(open))
			}
			s := &open[i]
			now += 100 + int64(rng.IntN(900))
			out = l.record(out, s.id, s.class, s.step, now)
			if s.step++; s.step == l.Records() {
				open[i] = open[len(open)-1]
				open = open[:len(open)-1]
				i--
			}
			if l.Shuffled {
				break
			}
		}
	}
	return out
}

func (l Load) record(out []byte, id int64, class, step int, now int64) []byte {
	be := binary.BigEndian
	head := func(kind int) {
		out = be.AppendUint32(out, uint32(kind))
		out = be.AppendUint64(out, ^uint64(0)) // no logging timestamp
	}
	if step == 0 {
		head(idMetadata)
		out = be.AppendUint64(out, uint64(id))
		out = be.AppendUint64(out, 1) // thread
		out = be.AppendUint32(out, idSession)
		out = be.AppendUint32(out, idHost)
		out = be.AppendUint64(out, ^uint64(0)) // no parent
		return be.AppendUint32(out, ^uint32(0))
	}
	level, kind := step-1, idBefore
	if level >= l.Depth {
		level, kind = 2*l.Depth-1-level, idAfter
	}
	digit := 0
	for inner, rest := l.Depth-1, class; inner >= level; inner, rest = inner-1, rest/10 {
		digit = rest % 10
	}
	head(kind)
	out = be.AppendUint64(out, uint64(now))
	out = be.AppendUint64(out, uint64(id))
	out = be.AppendUint32(out, uint32(step-1))
	out = be.AppendUint32(out, uint32(idOperations+digit))
	return be.AppendUint32(out, idClass)
}

// IDs are the places of the trace ids in records that Traces made.
func (l Load) IDs(stream []byte) []int {
	var at []int
	for pos := 0; pos < len(stream); {
		if binary.BigEndian.Uint32(stream[pos:]) == idMetadata {
			at = append(at, pos+12)
			pos += 12 + 36
		} else {
			at = append(at, pos+20)
			pos += 12 + 28
		}
	}
	return at
}
