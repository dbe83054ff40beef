package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"syscall"
	"testing"

	"beagle/cli/app"
	"beagle/measure/traces"
	"beagle/measure/traces/show"
)

func TestASignalEndsReceivingWithOneDocument(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(app.SignalError{Signal: syscall.SIGTERM})
	var stdout, stderr bytes.Buffer
	a := &program{App: &app.App{Out: &stdout, Err: &stderr, Output: app.JSON, Command: "beagle traces"}}
	f := tracesFlags{listen: "127.0.0.1:0", memory: 256, view: show.View{Class: 1}, engine: traces.Options{}}
	code := a.Finish(ctx, a.traces(ctx, f, nil))
	if code != 143 || !json.Valid(stdout.Bytes()) || strings.Contains(stdout.String(), "error") || !strings.Contains(stderr.String(), "stopped by SIGTERM") {
		t.Errorf("exit code %d\nstdout %s\nstderr %s", code, stdout.String(), stderr.String())
	}
}

func TestHelpNamesTheOutputsThatACommandKnows(t *testing.T) {
	a := &program{App: &app.App{}}
	root := newRoot(a)
	known := 0
	for _, group := range commands(a) {
		for _, c := range group.commands {
			named, ok := c.Annotations[app.Outputs]
			if !ok {
				continue
			}
			known++
			usage := c.Flags().Lookup("output").Usage
			for _, value := range strings.Split(named, ",") {
				if !strings.Contains(usage, value) {
					t.Errorf("%s takes --output %s, but its help says %q", c.Name(), value, usage)
				}
			}
		}
	}
	if usage := root.PersistentFlags().Lookup("output").Usage; known == 0 || !strings.Contains(usage, "text or json") {
		t.Errorf("%d commands have values of their own; all others: %q", known, usage)
	}
}
