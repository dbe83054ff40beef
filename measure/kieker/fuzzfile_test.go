package kieker

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
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
	for _, seed := range [][]byte{[]byte(oneLine), binaryRecord(7), zipped.Bytes(), deflated.Bytes(), chunk(), small(), []byte(bzip2Lines), []byte("\xfd7zXZ\x00"), []byte("PK\x03\x04")} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got := &keeper{}
		rep := &report{source: "log"}
		l := &logReader{log: logSource{path: "log"}, report: rep, handler: got, options: LogOptions{Schemas: NewSchemas()}}
		l.names, _, _ = readMap(bytes.NewReader([]byte(eventMap)))
		l.content(t.Context(), "kieker-1.bin", bytes.NewReader(data))
		rep.end(true, "")
		if s := rep.snapshot(); int(s.Records) != len(got.lines) || !s.Ended {
			t.Fatalf("%d records of %+v", len(got.lines), s)
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
		got := &keeper{}
		reports, err := ReadLogs(t.Context(), []string{path}, LogOptions{Open: func(string) Handler { return got }})
		if err == nil && (len(reports) != 1 || int(reports[0].Records) != len(got.lines)) {
			t.Fatalf("%d records of %+v", len(got.lines), reports)
		}
	})
}

// FuzzStrings: the second socket of Kieker 1.8 to 1.13 gives the same strings
// however it is cut, and never more than it sent.
func FuzzStrings(f *testing.F) {
	entry := func(id, length uint32, text string) []byte {
		return append(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, id), length), text...)
	}
	f.Add(append(entry(0, 4, "host"), entry(1, 6, "host-ü")...), uint8(3))
	f.Add(entry(1<<31, 1<<30, "x"), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, size uint8) {
		learn := func(size int) (string, int) {
			rep := &report{}
			d := &dual{dec: newDecoder(NewSchemas(), false, rep, newBudget(1<<20), func([]Record) {})}
			var buf []byte
			read := 0
			for rest := data; len(rest) > 0; {
				n := min(size, len(rest))
				buf = append(buf, rest[:n]...)
				rest = rest[n:]
				used, fault := d.learn(buf)
				read += used
				if buf = buf[used:]; fault != "" {
					return fault, read
				}
			}
			return "", read
		}
		wholeFault, whole := learn(1 << 20)
		cutFault, cut := learn(int(size) + 1)
		if wholeFault != cutFault || whole != cut {
			t.Fatalf("%q after %d bytes, cut %q after %d", wholeFault, whole, cutFault, cut)
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
