package logs

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/traces/kieker"
	"beagle/traces/kieker/kiekertest"
)

// FuzzFile: whatever a log's file holds, and however it is packed, the log is
// read to a report that counts what was handed over.
func FuzzFile(f *testing.F) {
	var zipped, deflated bytes.Buffer
	packed := gzip.NewWriter(&zipped)
	_, _ = packed.Write([]byte(oneLine + oneLine))
	_ = packed.Close()
	squeezed := zlib.NewWriter(&deflated)
	_, _ = squeezed.Write(binaryRecord(5))
	_ = squeezed.Close()
	for _, seed := range [][]byte{[]byte(oneLine), binaryRecord(7), zipped.Bytes(), deflated.Bytes(), kiekertest.Chunk(), kiekertest.Small(), []byte(bzip2Lines), []byte("\xfd7zXZ\x00"), []byte("PK\x03\x04")} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got := &kiekertest.Keeper{}
		rep := kieker.NewReading("log", "", time.Time{})
		l := &logReader{contents: newContents(logSource{path: "log"}, Options{Schemas: kieker.NewSchemas()}, rep, got)}
		if err := l.useMap(strings.NewReader(kiekertest.EventMap)); err != nil {
			t.Fatal(err)
		}
		l.content(t.Context(), "kieker-1.bin", bytes.NewReader(data))
		rep.End(true, "")
		if s := rep.Report(); int(s.Records) != len(got.Lines) || !s.Ended {
			t.Fatalf("%d records of %+v", len(got.Lines), s)
		}
	})
}

// FuzzArchive: whatever a file with the name of an archive holds, it is a log
// or a message.
func FuzzArchive(f *testing.F) {
	f.Add([]byte("PK\x03\x04 and nothing else"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "log.zip")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		got := &kiekertest.Keeper{}
		reports, err := Read(t.Context(), []string{path}, Options{Open: func(string) kieker.Handler { return got }})
		if err == nil && (len(reports) != 1 || int(reports[0].Records) != len(got.Lines)) {
			t.Fatalf("%d records of %+v", len(got.Lines), reports)
		}
	})
}

// binaryRecord is a BranchingRecord of the class with the id.
func binaryRecord(id uint32) []byte {
	out := binary.BigEndian.AppendUint32(nil, id)
	out = binary.BigEndian.AppendUint64(out, ^uint64(0))
	out = binary.BigEndian.AppendUint64(out, 5)
	return append(out, 0, 0, 0, 1, 0, 0, 0, 2)
}

func FuzzMap(f *testing.F) {
	f.Add([]byte("$0=a.B\n1=c\\nd\ncontinued\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		whole, grown := newStringMap(), newStringMap()
		if err := whole.readWhole(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		for id := range whole.texts {
			if id < 0 || id >= kieker.MaxStrings {
				t.Fatalf("id %d", id)
			}
		}
		// A map that comes in two pieces says the same.
		cut := len(data) / 2
		taken, _, err := grown.read(bytes.NewReader(data[:cut]))
		if err != nil {
			t.Fatal(err)
		}
		if err := grown.readWhole(bytes.NewReader(data[taken:])); err != nil || !maps.Equal(whole.texts, grown.texts) {
			t.Fatalf("cut at %d: %v, whole %v (%v)", cut, grown.texts, whole.texts, err)
		}
	})
}
