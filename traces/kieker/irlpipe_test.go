//go:build unix

package kieker

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestRecordTypesAreNotReadFromAPipeThatNobodyWrites(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "own.irl")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := AddIRL(NewSchemas(), pipe); err == nil || !strings.Contains(err.Error(), "not a file") {
		t.Errorf("the pipe is %v", err)
	}
}
