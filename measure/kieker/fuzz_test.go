package kieker

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"
)

// small is a socket stream of our own with strings, arrays and every kind of
// trace record.
func small() []byte {
	var out []byte
	text := func(id uint32, s string) {
		out = binary.BigEndian.AppendUint32(out, 0xffffffff)
		out = binary.BigEndian.AppendUint32(out, id)
		out = binary.BigEndian.AppendUint32(out, uint32(len(s)))
		out = append(out, s...)
	}
	const flow = "kieker.common.record.flow.trace."
	text(0, flow+"TraceMetadata")
	text(1, flow+"operation.EntryLevelBeforeOperationEvent")
	text(2, flow+"operation.AfterOperationFailedEvent")
	text(3, "host")
	record := func(class uint32, values ...any) {
		out = binary.BigEndian.AppendUint32(out, class)
		out = binary.BigEndian.AppendUint64(out, ^uint64(0))
		for _, v := range values {
			out, _ = binary.Append(out, binary.BigEndian, v)
		}
	}
	for trace := range int64(4) {
		record(0, trace, int64(1), int32(3), int32(3), int64(-1), int32(-1))
		record(1, int64(100), trace, int32(0), int32(3), int32(3), int32(2), int32(3), int32(3), int32(1), int32(3), int32(0))
		record(2, int64(200), trace, int32(1), int32(3), int32(3), int32(3))
	}
	return out
}

func streamReport(data []byte, sizes ...int) (Report, []string) {
	got := &keeper{}
	dec := NewDecoder(nil, got)
	var buf []byte
	for i := 0; len(data) > 0; i++ {
		n := min(len(data), max(1, sizes[i%len(sizes)]))
		buf = append(buf, data[:n]...)
		data = data[n:]
		buf = buf[dec.Decode(buf, false):]
	}
	dec.Decode(buf, true)
	return dec.Report(), got.lines
}

func TestAStreamReadsTheSameHoweverItIsCut(t *testing.T) {
	_, want := streamReport(small(), 1<<20)
	if len(want) != 12 {
		t.Fatalf("%d records, want 12", len(want))
	}
	for _, size := range []int{1, 2, 3, 5, 11, 64} {
		if _, got := streamReport(small(), size); !slices.Equal(got, want) {
			t.Errorf("pieces of %d bytes: %d records", size, len(got))
		}
	}
}

// FuzzStream: no input makes the decoder panic, forget bytes or depend on how
// a healthy stream is cut.
func FuzzStream(f *testing.F) {
	f.Add(small(), uint8(7))
	f.Add(small()[:100], uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, size uint8) {
		whole, lines := streamReport(data, 1<<20)
		if int(whole.Records) != len(lines) || whole.Skipped > int64(len(data)) {
			t.Fatalf("%+v for %d bytes", whole, len(data))
		}
		parts, cut := streamReport(data, int(size)+1)
		if whole.Broken == 0 && whole.Unknown == 0 && whole.Skipped == 0 && !slices.Equal(lines, cut) {
			t.Fatalf("cut by %d: %+v, else %+v", size, parts, whole)
		}
	})
}

// FuzzText: no line makes the reader panic or count records that it did not
// hand over.
func FuzzText(f *testing.F) {
	f.Add([]byte("$1;-1;5;7;0;void a.B.c();a.B\n$2;-1;5;7;0;op;cls;bad; worse\nmore\r\n$3;-1;a;b;s;7;1;2;h;0;0"))
	names, _, _ := readMap(bytes.NewReader([]byte(eventMap)))
	f.Fuzz(func(t *testing.T, data []byte) {
		got := &keeper{}
		rep := &report{lines: true}
		reader := newTextReader(NewSchemas(), names, rep, got.Records)
		used := reader.decode(data, false)
		reader.decode(data[used:], true)
		if s := rep.snapshot(); int(s.Records) != len(got.lines) || s.Recovered > s.Broken {
			t.Fatalf("%d records of %+v", len(got.lines), s)
		}
	})
}

func FuzzChunk(f *testing.F) {
	f.Add(chunk())
	f.Fuzz(func(t *testing.T, data []byte) {
		got := &keeper{}
		if r := DecodeChunk(data, NewSchemas(), got.Records); int(r.Records) != len(got.lines) {
			t.Fatalf("%d records of %+v", len(got.lines), r)
		}
	})
}

func FuzzMap(f *testing.F) {
	f.Add([]byte("$0=a.B\n1=c\\nd\ncontinued\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		texts, _, err := readMap(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		for id := range texts {
			if id < 0 || id >= maxStrings {
				t.Fatalf("id %d", id)
			}
		}
	})
}

// chunk is one message in the container format.
func chunk() []byte {
	out := []byte("KIKADFLT")
	records := binary.BigEndian.AppendUint32(nil, 0)
	records = binary.BigEndian.AppendUint64(records, ^uint64(0))
	records = binary.BigEndian.AppendUint64(records, 5)
	records = binary.BigEndian.AppendUint32(records, 7)
	records = binary.BigEndian.AppendUint32(records, 1)
	out = append(out, records...)
	const class = "kieker.common.record.controlflow.BranchingRecord"
	out = append(out, 1, byte(len(class)))
	out = append(out, class...)
	return binary.BigEndian.AppendUint32(out, uint32(len(records)))
}

func TestAChunkIsReadOnItsOwn(t *testing.T) {
	got := &keeper{}
	r := DecodeChunk(chunk(), NewSchemas(), got.Records)
	if r.Records != 1 || !r.Complete || got.lines[0] != `{"class":"kieker.common.record.controlflow.BranchingRecord","logged":-1,"timestamp":5,"branchID":7,"branchingOutcome":1}` {
		t.Errorf("%+v\n%v", r, got.lines)
	}
	for _, bad := range [][]byte{nil, []byte("KIKADFLT"), chunk()[:20], append([]byte("KIKADFLT"), 0xff, 0xff, 0xff, 0xff, 0xff)} {
		if r := DecodeChunk(bad, NewSchemas(), got.Records); r.Complete || r.Broken != 1 {
			t.Errorf("%q: %+v", bad, r)
		}
	}
}
