//go:build unix

package safe

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"beagle/internal/need"
)

func TestOnlyRegularFilesAreReadAndOnlySoMuchOfThem(t *testing.T) {
	dir := t.TempDir()
	file, pipe, link := filepath.Join(dir, "file"), filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(file, []byte("12345"), 0o600), syscall.Mkfifo(pipe, 0o600), os.Symlink(pipe, link)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, pipe, link, "/dev/zero"} { // a pipe without a writer would be waited for
		if _, err := ReadFile(path, 10); !errors.Is(err, ErrNoFile) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if data, err := ReadFile(file, 5); string(data) != "12345" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	if data, err := ReadFile(file, 4); err == nil {
		t.Errorf("five bytes where four are allowed: %q", data)
	}
	if _, err := ReadFile(filepath.Join(dir, "none"), 4); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestAPipeWithoutAWriterIsNotWaitedForWhenTheCommandIsStopped(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := Open(ctx, pipe)
		done <- err
	}()
	cancel(stop)
	if err := <-done; !errors.Is(err, stop) {
		t.Errorf("the wait ended with %v", err)
	}
	if err := need.Left(); err != nil { // without a writer of ours
		t.Error(err)
	}
	writer, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	file, err := Open(t.Context(), pipe)
	if err != nil {
		t.Fatal(err)
	}
	_ = file.Close()
}
