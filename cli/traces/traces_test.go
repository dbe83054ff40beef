package traces

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"syscall"
	"testing"

	"beagle/cli/app"
	"beagle/traces"
	"beagle/traces/show"
)

func TestASignalEndsReceivingWithOneDocument(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(app.SignalError{Signal: syscall.SIGTERM})
	var stdout, stderr bytes.Buffer
	a := &app.App{Out: &stdout, Err: &stderr, Output: app.JSON, Command: "beagle traces"}
	f := flags{listen: "127.0.0.1:0", memory: 256, view: show.View{Class: 1}, engine: traces.Options{}}
	code := a.Finish(ctx, reconstruct(ctx, a, f, nil))
	if code != 143 || !json.Valid(stdout.Bytes()) || strings.Contains(stdout.String(), "error") || !strings.Contains(stderr.String(), "stopped by SIGTERM") {
		t.Errorf("exit code %d\nstdout %s\nstderr %s", code, stdout.String(), stderr.String())
	}
}
