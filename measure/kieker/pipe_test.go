//go:build unix

package kieker

import (
	"context"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestAPipeThatNobodyWritesIsReadNoLongerThanItIsWanted(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, follow := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = ReadLogs(ctx, []string{pipe}, LogOptions{Open: func(string) Handler { return &counter{} }, Follow: follow})
		}()
		cancel()
		<-done
	}
}

func TestRecordTypesAreNotReadFromAPipeThatNobodyWrites(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "own.irl")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := NewSchemas().AddIRL(pipe); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("the pipe is %v", err)
	}
}
