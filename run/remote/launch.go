package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"strings"
	"syscall"
	"time"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
	"beagle/run/ended"
	"beagle/run/engine"
	"beagle/run/folder"
	"beagle/run/machine"
)

// Detaches reports whether an analysis that Launch began goes on when its screens are left.
const Detaches = background

// Launch begins an analysis in a background process of its own and attaches to it in control.
func Launch(ctx context.Context, cfg run.Config) (run.Run, error) {
	if at, elsewhere := cfg.Elsewhere(); elsewhere {
		return launchThere(ctx, at, &cfg)
	}
	if !background {
		return startHere(ctx, cfg)
	}
	f, err := engine.Create(cfg)
	if err != nil {
		return nil, err
	}
	return launchIn(ctx, f)
}

// Attach looks into a run of this user: a live one over its socket, an ended one in its store.
func Attach(id string, mode Mode) (run.Run, error) {
	f, err := folder.Find(id)
	if err != nil {
		return nil, err
	}
	if at, there := f.There(); there {
		return attachThere(f, at, mode)
	}
	// A run that begins or ends this moment is live without a socket.
	for deadline := time.Now().Add(attachWithin); ; time.Sleep(20 * time.Millisecond) {
		if !f.Live() {
			return ended.Open(f)
		}
		r, err := connect(f, mode)
		if err == nil {
			return r, nil
		}
		if p := (model.Problem{}); errors.As(err, &p) || time.Now().After(deadline) {
			return nil, err
		}
	}
}

// How long a background process may take until it answers.
const launchWithin = 20 * time.Second

// How long a run that seems to be live may take until it answers.
const attachWithin = 5 * time.Second

func launchIn(ctx context.Context, f folder.Folder) (run.Run, error) {
	process, err := spawn([]string{EngineCommand, f.ID()}, f.Path("log"))
	if err != nil {
		return nil, fmt.Errorf("the background process cannot be started: %w", err)
	}
	gone := make(chan struct{})
	go func() { _, _ = process.Wait(); close(gone) }()
	deadline := time.After(launchWithin)
	for {
		r, err := connect(f, Control)
		if err == nil {
			return r, nil
		}
		select {
		case <-gone:
			return endedAtOnce(f)
		case <-deadline:
			return nil, errors.Join(fmt.Errorf("the background process does not answer; its log is %s", f.Path("log")), err)
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func endedAtOnce(f folder.Folder) (run.Run, error) {
	e, err := ended.Open(f)
	if err != nil {
		return nil, err
	}
	if e.Status.Reason != folder.Interrupted {
		return e, nil
	}
	_ = e.Close()
	return nil, model.Problem{
		Severity: model.Error, Rule: "engine", File: f.Path("log"), Message: "the background process ended at once: " + lastLine(f.Path("log")),
		Hint: "its log has the details",
	}
}

func lastLine(path string) string {
	lines := strings.Split(safe.Tail(path), "\n")
	if last := lines[len(lines)-1]; last != "" {
		return last
	}
	return "it said nothing"
}

// Resume takes up a run that did not finish, in the background, and attaches to it in control. cfg is the project's
// present configuration; nil: that of the run. The run keeps its own seed, selection and output. One that has
// finished is taken up only to measure elements there, where it would decide.
func Resume(ctx context.Context, id string, cfg *run.Config, changed folder.Changed, there ...model.ElementID) (run.Run, error) {
	f, err := folder.Find(id)
	if err != nil {
		return nil, err
	}
	if f.Live() {
		return nil, model.Problem{Severity: model.Error, Rule: "run-lives", Message: "the run " + f.ID() + " goes on already", Hint: "beagle attach " + f.ID()}
	}
	if at, there := f.There(); there {
		return attachThere(f, at, Control)
	}
	if err := f.Renew(cfg, changed, there...); err != nil {
		return nil, err
	}
	if began, err := folder.Settings(f.ID()); err != nil {
		return nil, err
	} else if at, elsewhere := began.Elsewhere(); elsewhere {
		link, err := reach(ctx, at, &began)
		if err != nil {
			return nil, err
		}
		return begin(ctx, link, f, &began)
	}
	if background {
		return launchIn(ctx, f)
	}
	return conductHere(ctx, f)
}

// silent says in a sentence that the run's process did not answer.
func silent(f folder.Folder, err error) error {
	if p := (model.Problem{}); errors.As(err, &p) {
		if lost := (machine.LostError{}); errors.As(err, &lost) {
			return lost
		}
		return p // not the address, which nobody typed
	}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.ECONNRESET),
		errors.Is(err, syscall.EPIPE), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the process of the run %s has just ended; its measurements are kept: beagle attach %s", f.ID(), f.ID())
	}
	if request := (*url.Error)(nil); errors.As(err, &request) {
		err = request.Err // not the address, which nobody typed
	}
	return fmt.Errorf("the process of the run %s does not answer: %w", f.ID(), err)
}
