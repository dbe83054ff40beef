package kieker

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ulikunitz/xz"
)

const oneLine = "$1;-1;5;7;0;void a.B.c();a.B\n"

func TestALogIsFollowedWhileItIsWritten(t *testing.T) {
	dir := writeLog(t, eventMap, oneLine)
	got := &keeper{}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan Report)
	go func() {
		reports, _ := ReadLogs(ctx, []string{dir}, LogOptions{Follow: true, Open: func(string) Handler { return got }})
		done <- reports[0]
	}()
	appendTo := func(name, text string) {
		t.Helper()
		out, err := os.OpenFile(filepath.Join(dir, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		if _, err := out.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	wait := func(records int) {
		t.Helper()
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			got.mu.Lock()
			have := len(got.lines)
			got.mu.Unlock()
			if have == records {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%d records, want %d", have, records)
			}
		}
	}
	const first = "kieker-20260101-000000000-UTC-001.dat"
	appendTo(first, oneLine+oneLine[:9]) // the last line is being written
	wait(2)                              // a line is complete when the next one begins
	appendTo(first, oneLine[9:])
	appendTo("kieker-20260101-000001000-UTC-002.dat", oneLine) // rotated
	wait(3)
	appendTo("kieker-20260101-000001000-UTC-002.dat", oneLine+"$1")
	wait(5)
	cancel()
	if r := <-done; r.Records != 5 || r.Unknown != 0 {
		t.Errorf("%+v", r)
	}
}

func TestCompressionIsSeenByContentNotByName(t *testing.T) {
	zipped := func(out io.Writer) io.WriteCloser {
		archive := zip.NewWriter(out)
		entry, err := archive.Create("kieker-1.zip.dat")
		if err != nil {
			t.Fatal(err)
		}
		return struct {
			io.Writer
			io.Closer
		}{entry, archive}
	}
	tests := map[string]func(io.Writer) io.WriteCloser{
		"gzip":    func(out io.Writer) io.WriteCloser { return gzip.NewWriter(out) },
		"deflate": func(out io.Writer) io.WriteCloser { return zlib.NewWriter(out) },
		"zip":     zipped,
		"xz": func(out io.Writer) io.WriteCloser {
			w, err := xz.NewWriter(out)
			if err != nil {
				t.Fatal(err)
			}
			return w
		},
	}
	for name, compressed := range tests {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			w := compressed(&out)
			for range 1000 {
				if _, err := io.WriteString(w, oneLine); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			report, _ := readAll(t, writeLog(t, eventMap, out.String()), nil)
			if report.Records != 1000 || report.Kind != "text, "+name || !report.Complete {
				t.Errorf("%+v", report)
			}
			report, lines := readAll(t, writeLog(t, eventMap, out.String()[:out.Len()/2]), nil)
			if report.Broken == 0 || int(report.Records) != len(lines) {
				t.Errorf("cut in half: %+v", report)
			}
		})
	}
}

func TestAWholeLogInAZip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kieker-log.zip")
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for name, content := range map[string]string{"log/kieker-002.dat": oneLine, "log/kieker-001.dat": oneLine + oneLine, "log/kieker.map": eventMap} {
		entry, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(entry, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if report, _ := readAll(t, path, nil); report.Records != 3 || !report.Complete {
		t.Errorf("%+v", report)
	}
}
