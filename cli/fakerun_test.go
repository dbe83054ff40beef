package cli

import (
	"context"
	"errors"
	"slices"
	"sync"

	"beagle/model"
	"beagle/run"
)

// fakeRun shows a list of snapshots, one after the other, as an engine would.
type fakeRun struct {
	run.Run // what a test does not expect to be called
	mu      sync.Mutex
	states  []run.Snapshot
	changed chan struct{}
	onAbort []run.Snapshot
	decided map[model.ElementID]run.Decision
	applied *run.Output
	closed  bool
}

func newFakeRun(states ...run.Snapshot) *fakeRun {
	f := &fakeRun{states: states, changed: make(chan struct{}, 1), decided: map[model.ElementID]run.Decision{}}
	f.changed <- struct{}{}
	return f
}

func (f *fakeRun) Snapshot() run.Snapshot {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.states[0]
	if now.State.Ended() && !f.closed {
		f.closed = true
		close(f.changed)
	}
	if len(f.states) > 1 {
		f.states = f.states[1:]
		f.signal()
	}
	return now
}

func (f *fakeRun) signal() {
	select {
	case f.changed <- struct{}{}:
	default:
	}
}

func (f *fakeRun) Detail(context.Context, model.ElementID, run.Aspect) (run.Detail, error) {
	left := 0.034
	return run.Detail{Evidence: []run.Evidence{{Rows: 10, Points: 9, Validation: &left, Against: "clear: 20 times as likely as the next"}}}, nil
}

func (f *fakeRun) Changed() <-chan struct{} { return f.changed }

func (f *fakeRun) Abort(context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.onAbort == nil {
		return errors.New("abort was not expected")
	}
	f.states = f.onAbort
	f.signal()
	return nil
}

func (f *fakeRun) Decide(_ context.Context, id model.ElementID, d run.Decision) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.decided[id] = d
	now := &f.states[0]
	now.Elements = slices.Clone(now.Elements)
	for i := range now.Elements {
		if now.Elements[i].ID == id {
			now.Elements[i].Decision = d
		}
	}
	return nil
}

func (f *fakeRun) Diff(context.Context) (string, error) { return "--- a\n+++ b\n", nil }

func (f *fakeRun) Apply(_ context.Context, to run.Output) (run.Written, error) {
	f.applied = &to
	w := run.Written{File: to.File, Changed: len(f.decided)}
	if to.DryRun {
		w.Diff = "--- a\n+++ b\n"
	}
	return w, nil
}

func (f *fakeRun) Close() error { return nil }
