package logs

import (
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"beagle/traces/kieker"
	"beagle/traces/kieker/kiekertest"
)

const oneLine = "$1;-1;5;7;0;void a.B.c();a.B\n"

func TestALogIsFollowedWhileItIsWritten(t *testing.T) {
	dir := writeLog(t, kiekertest.EventMap, oneLine)
	f := follow(t, dir)
	appendTo := func(name, text string) { t.Helper(); f.write(filepath.Join(dir, name), text) }
	const first = "kieker-20260101-000000000-UTC-001.dat"
	appendTo(first, oneLine+oneLine[:9]) // the last line is being written
	f.wait(2)
	appendTo(first, oneLine[9:])
	appendTo("kieker-20260101-000001000-UTC-002.dat", oneLine) // rotated
	f.wait(4)                                                  // also the last line, which no other follows yet
	appendTo("kieker-20260101-000001000-UTC-002.dat", oneLine+"$1")
	f.wait(5)
	if r := f.end()[0]; r.Records != 5 || r.Unknown != 0 || r.Broken != 0 {
		t.Errorf("%+v", r)
	}
}

type followed struct {
	t      *testing.T
	got    kiekertest.Keeper
	cancel context.CancelFunc
	done   chan []kieker.Report
}

func follow(t *testing.T, paths ...string) *followed {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	f := &followed{t: t, cancel: cancel, done: make(chan []kieker.Report, 1)}
	go func() {
		reports, _ := Read(ctx, paths, Options{Follow: true, Open: func(string) kieker.Handler { return &f.got }})
		f.done <- reports
	}()
	return f
}

func (f *followed) write(path, text string) {
	f.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		f.t.Fatal(err)
	}
	out, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		f.t.Fatal(err)
	}
	defer out.Close()
	if _, err := out.WriteString(text); err != nil {
		f.t.Fatal(err)
	}
}

func (f *followed) wait(records int) {
	f.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		f.got.Mu.Lock()
		have := len(f.got.Lines)
		f.got.Mu.Unlock()
		if have == records {
			return
		}
		if time.Now().After(deadline) {
			f.t.Fatalf("%d records, want %d", have, records)
		}
	}
}

func (f *followed) end() []kieker.Report {
	f.cancel()
	return <-f.done
}

func TestFoldersThatAppearAreFollowedToo(t *testing.T) {
	parent := t.TempDir()
	f := follow(t, parent)
	for i, run := range []string{"kieker-1", "kieker-2"} {
		f.write(filepath.Join(parent, run, "kieker.map"), kiekertest.EventMap)
		f.write(filepath.Join(parent, run, "kieker-001.dat"), oneLine)
		f.wait(i + 1)
	}
	if reports := f.end(); len(reports) != 2 || reports[0].Records != 1 || reports[1].Records != 1 {
		t.Errorf("%+v", reports)
	}
}

func TestAFolderIsFollowedThroughRenamingAndDeletedFiles(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "kieker-1")
	f := follow(t, parent)
	f.write(filepath.Join(dir, "kieker.map"), kiekertest.EventMap)
	f.write(filepath.Join(dir, "kieker-001.dat"), oneLine)
	f.write(filepath.Join(dir, "kieker-002.dat"), oneLine)
	f.wait(2)
	for _, old := range []string{"kieker-001.dat", "kieker-002.dat"} { // maxLogFiles
		if err := os.Remove(filepath.Join(dir, old)); err != nil {
			t.Fatal(err)
		}
	}
	f.write(filepath.Join(dir, "kieker-003.dat"), oneLine)
	f.wait(3)
	renamed := filepath.Join(parent, "monitoring")
	if err := os.Rename(dir, renamed); err != nil {
		t.Fatal(err)
	}
	f.write(filepath.Join(renamed, "kieker-004.dat"), oneLine)
	f.wait(4)
	time.Sleep(scanEvery + 2*pollEvery) // it is not taken for another log
	if reports := f.end(); len(reports) != 1 || reports[0].Records != 4 {
		t.Errorf("%+v", reports)
	}
}

func TestACompressedLogIsFollowed(t *testing.T) {
	dir := writeLog(t, kiekertest.EventMap, "")
	path := filepath.Join(dir, "kieker-20260101-000000000-UTC-001.dat")
	out, err := os.OpenFile(path, os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	packed := gzip.NewWriter(out)
	f := follow(t, dir)
	for range 3 {
		if _, err := io.WriteString(packed, oneLine); err != nil {
			t.Fatal(err)
		}
		if err := packed.Flush(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * pollEvery)
	}
	f.wait(2) // the third may go on
	f.write(filepath.Join(dir, "kieker-20260101-000001000-UTC-002.dat"), oneLine)
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	f.wait(4)
	f.end()
}
