package wire

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"beagle/traces/kieker"
	"beagle/traces/kieker/kiekertest"
)

func streamReport(data []byte, sizes ...int) (kieker.Report, []string) {
	got := &kiekertest.Keeper{}
	dec := NewStream(nil, got)
	var buf []byte
	for i := 0; len(data) > 0; i++ {
		n := min(len(data), max(1, sizes[i%len(sizes)]))
		buf = append(buf, data[:n]...)
		data = data[n:]
		buf = buf[dec.Decode(buf, false):]
	}
	dec.Decode(buf, true)
	return dec.Report(), got.Lines
}

func TestAStreamReadsTheSameHoweverItIsCut(t *testing.T) {
	_, want := streamReport(kiekertest.Small(), 1<<20)
	if len(want) != 12 {
		t.Fatalf("%d records, want 12", len(want))
	}
	for _, size := range []int{1, 2, 3, 5, 11, 64} {
		if _, got := streamReport(kiekertest.Small(), size); !slices.Equal(got, want) {
			t.Errorf("pieces of %d bytes: %d records", size, len(got))
		}
	}
}

// FuzzStream: no input makes the decoder panic, forget bytes or depend on how
// a healthy stream is cut.
func FuzzStream(f *testing.F) {
	f.Add(kiekertest.Small(), uint8(7))
	f.Add(kiekertest.Small()[:100], uint8(1))
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
	names := map[int32]string{}
	for line := range strings.Lines(kiekertest.EventMap) {
		id, class, _ := strings.Cut(strings.TrimSpace(line), "=")
		n, _ := strconv.Atoi(id[1:])
		names[int32(n)] = class
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got := &kiekertest.Keeper{}
		rep := &kieker.Reading{Lines: true}
		reader := NewTextReader(kieker.NewSchemas(), names, rep, got.Records)
		used := reader.Decode(data, false)
		reader.Decode(data[used:], true)
		if s := rep.Report(); int(s.Records) != len(got.Lines) || s.Recovered > s.Broken {
			t.Fatalf("%d records of %+v", len(got.Lines), s)
		}
	})
}

func FuzzChunk(f *testing.F) {
	f.Add(kiekertest.Chunk())
	f.Fuzz(func(t *testing.T, data []byte) {
		got := &kiekertest.Keeper{}
		if r := DecodeChunk(data, kieker.NewSchemas(), got.Records); int(r.Records) != len(got.Lines) {
			t.Fatalf("%d records of %+v", len(got.Lines), r)
		}
	})
}

func TestAChunkIsReadOnItsOwn(t *testing.T) {
	got := &kiekertest.Keeper{}
	r := DecodeChunk(kiekertest.Chunk(), kieker.NewSchemas(), got.Records)
	if r.Records != 1 || !r.Complete || got.Lines[0] != `{"class":"kieker.common.record.controlflow.BranchingRecord","logged":-1,"timestamp":5,"branchID":7,"branchingOutcome":1}` {
		t.Errorf("%+v\n%v", r, got.Lines)
	}
	for _, bad := range [][]byte{nil, []byte("KIKADFLT"), kiekertest.Chunk()[:20], append([]byte("KIKADFLT"), 0xff, 0xff, 0xff, 0xff, 0xff)} {
		if r := DecodeChunk(bad, kieker.NewSchemas(), got.Records); r.Complete || r.Broken != 1 {
			t.Errorf("%q: %+v", bad, r)
		}
	}
}
