package traces

import (
	"encoding/binary"
	"testing"

	"beagle/traces/kieker"
	"beagle/traces/kieker/wire"
)

// chunk is a message as Kieker's ChunkingCollector makes them: ids count from 0
// in the order in which the records of this chunk use their strings.
func chunk(trace uint64, begins bool) []byte {
	var texts []string
	id := func(text string) uint32 {
		for i, known := range texts {
			if known == text {
				return uint32(i)
			}
		}
		texts = append(texts, text)
		return uint32(len(texts) - 1)
	}
	var records []byte
	record := func(class string, longs []uint64, ints ...any) {
		records = binary.BigEndian.AppendUint32(records, id("kieker.common.record.flow.trace."+class))
		records = binary.BigEndian.AppendUint64(records, ^uint64(0))
		for _, x := range longs {
			records = binary.BigEndian.AppendUint64(records, x)
		}
		for _, x := range ints {
			switch x := x.(type) {
			case int:
				records = binary.BigEndian.AppendUint32(records, uint32(x))
			case uint64:
				records = binary.BigEndian.AppendUint64(records, x)
			case string:
				records = binary.BigEndian.AppendUint32(records, id(x))
			}
		}
	}
	if begins {
		record("TraceMetadata", []uint64{trace, 1}, "session", "host", ^uint64(0), -1)
		record("operation.BeforeOperationEvent", []uint64{1, trace}, 0, "void a.Outer.run()", "a.Outer")
		record("operation.BeforeOperationEvent", []uint64{2, trace}, 1, "void a.Inner.run()", "a.Inner")
	} else {
		record("operation.AfterOperationEvent", []uint64{3, trace}, 2, "void a.Inner.run()", "a.Inner")
		record("operation.AfterOperationEvent", []uint64{4, trace}, 3, "void a.Outer.run()", "a.Outer")
	}
	out := append([]byte("KIKADFLT"), records...)
	out = binary.AppendUvarint(out, uint64(len(texts)))
	for _, text := range texts {
		out = append(binary.AppendUvarint(out, uint64(len(text))), text...)
	}
	return binary.BigEndian.AppendUint32(out, uint32(len(records)))
}

func TestATraceMayGoOnInAnotherChunk(t *testing.T) {
	engine := NewEngine(Options{})
	source := engine.Open("broker")
	for trace := range uint64(3) {
		for _, begins := range []bool{true, false} {
			if r := wire.DecodeChunk(chunk(trace, begins), kieker.NewSchemas(), source.Records); r.Broken > 0 {
				t.Fatal(r.Problems)
			}
		}
	}
	source.Closed(kieker.Report{})
	if r := engine.Result(); r.Valid != 3 || r.Invalid != 0 || len(r.Classes) != 1 {
		t.Errorf("%d valid, %d invalid, %d classes", r.Valid, r.Invalid, len(r.Classes))
	}
}
