//go:build unix

package remote

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
	"beagle/run/internal/fake"
)

func TestWatcherTakesTheControlOver(t *testing.T) {
	fake.StateFolder(t)
	first := launched(t, fake.Project(t), "1h")
	fake.Until(t, first, "in a launch", func(s run.Snapshot) bool { return s.LaunchName != "" })
	second, err := Attach(first.ID(), Watch)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	var refused model.Problem
	if err := second.Pause(t.Context()); !errors.As(err, &refused) || refused.Rule != run.Controlled {
		t.Fatalf("before: %v", err)
	}
	if err := second.(run.Shared).TakeControl(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := second.Pause(t.Context()); err != nil {
		t.Errorf("the screen that took control: %v", err)
	}
	if err := first.Continue(t.Context()); !errors.As(err, &refused) || refused.Rule != run.Controlled {
		t.Errorf("the screen that lost control: %v", err)
	}
	if err := second.Abort(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestProcessThatHasGoneIsASentence(t *testing.T) {
	f := folder.Folder("/state/2026-01-01-1200-x")
	_, gone := dial(t.TempDir() + "/sock")
	for _, err := range []error{gone, &os.SyscallError{Syscall: "connect", Err: syscall.ECONNREFUSED}} {
		got := silent(f, err).Error()
		if !strings.HasPrefix(got, "the process of the run 2026-01-01-1200-x has just ended;") || strings.Contains(got, "stat") {
			t.Errorf("%v: %s", err, got)
		}
	}
}

func TestWhoLooksWhetherARunLivesKeepsNobodyFromConductingIt(t *testing.T) {
	fake.StateFolder(t)
	f := fake.Prepared(t, fake.Project(t))
	looking, err := safe.LockFile(f.Path("lock")) // as live does, for a moment
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(20*time.Millisecond, func() { _ = looking.Close() })
	lock, err := f.Take()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Take(); err == nil {
		t.Error("two conduct it")
	}
	_ = lock.Close()
}
