//go:build unix

package irl

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"beagle/traces/kieker"
)

func TestRecordTypesAreNotReadFromAPipeThatNobodyWrites(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "own.irl")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Add(kieker.NewSchemas(), pipe); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("the pipe is %v", err)
	}
}
