//go:build unix

package remote

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/run"
	"beagle/run/folder"
	"beagle/run/internal/fake"
)

// A process that takes a question and never answers keeps nobody longer than the
// context of who asked.
func TestAProcessThatHangsKeepsNobodyBeyondTheContext(t *testing.T) {
	f := folder.Folder(filepath.Join(t.TempDir(), "run"))
	if err := os.Mkdir(string(f), 0o700); err != nil {
		t.Fatal(err)
	}
	listener, err := listen(socketOf(f))
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan struct{})
	hanging := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case asked <- struct{}{}:
		case <-r.Context().Done():
		}
		<-r.Context().Done()
	})}
	go hanging.Serve(listener)
	defer hanging.Close()
	r := &remote{folder: f, client: &http.Client{Transport: &http.Transport{
		DialContext: func(context.Context, string, string) (net.Conn, error) { return dial(socketOf(f)) },
	}}}
	defer r.client.CloseIdleConnections()
	var seam run.Run = r
	for what, ask := range map[string]func(context.Context) error{
		"detail":   func(ctx context.Context) error { _, err := seam.Detail(ctx, fake.LoopID, run.Aspect{}); return err },
		"pause":    seam.Pause,
		"continue": seam.Continue,
		"abort":    seam.Abort,
		"steer":    func(ctx context.Context) error { return seam.Steer(ctx, run.Enough) },
		"decide": func(ctx context.Context) error {
			return seam.Decide(ctx, fake.LoopID, run.Decision{Choice: run.Accept})
		},
		"diff":    func(ctx context.Context) error { _, err := seam.Diff(ctx); return err },
		"apply":   func(ctx context.Context) error { _, err := seam.Apply(ctx, run.Output{}); return err },
		"undo":    func(ctx context.Context) error { _, err := seam.Undo(ctx); return err },
		"control": r.TakeControl,
	} {
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-asked; cancel() }()
		if err := ask(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", what, err)
		}
	}
	// Attaching has no context of a caller, and waits for some seconds.
	if err := r.greet(t.Context(), Watch, time.Millisecond); err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Errorf("attaching: %v", err)
	}
}
