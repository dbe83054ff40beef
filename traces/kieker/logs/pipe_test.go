//go:build unix

package logs

import (
	"context"
	"path/filepath"
	"syscall"
	"testing"

	"beagle/traces/kieker"
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
			_, _ = Read(ctx, []string{pipe}, Options{Open: func(string) kieker.Handler { return &counter{} }, Follow: follow})
		}()
		cancel()
		<-done
	}
}
