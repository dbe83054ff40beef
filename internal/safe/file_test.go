//go:build unix

package safe

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
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
