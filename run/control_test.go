//go:build unix

package run

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"beagle/model"
)

func TestWatcherTakesTheControlOver(t *testing.T) {
	stateFolder(t)
	first := launched(t, project(t), "1h")
	until(t, first, "in a launch", func(s Snapshot) bool { return s.LaunchName != "" })
	second, err := Attach(first.ID(), Watch)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	var refused model.Problem
	if err := second.Pause(t.Context()); !errors.As(err, &refused) || refused.Rule != Controlled {
		t.Fatalf("before: %v", err)
	}
	if err := second.(Shared).TakeControl(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := second.Pause(t.Context()); err != nil {
		t.Errorf("the screen that took control: %v", err)
	}
	if err := first.Continue(t.Context()); !errors.As(err, &refused) || refused.Rule != Controlled {
		t.Errorf("the screen that lost control: %v", err)
	}
	if err := second.Abort(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestProcessThatHasGoneIsASentence(t *testing.T) {
	f := folder("/state/2026-01-01-1200-x")
	_, gone := dial(t.TempDir() + "/sock")
	for _, err := range []error{gone, &os.SyscallError{Syscall: "connect", Err: syscall.ECONNREFUSED}} {
		got := silent(f, err).Error()
		if !strings.HasPrefix(got, "the process of the run 2026-01-01-1200-x has just ended;") || strings.Contains(got, "stat") {
			t.Errorf("%v: %s", err, got)
		}
	}
}

func TestWhoLooksWhetherARunLivesKeepsNobodyFromConductingIt(t *testing.T) {
	stateFolder(t)
	f := prepared(t, project(t))
	looking, err := lockFile(f.path("lock")) // as live does, for a moment
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(20*time.Millisecond, func() { _ = looking.Close() })
	lock, err := f.take()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.take(); err == nil {
		t.Error("two conduct it")
	}
	_ = lock.Close()
}
