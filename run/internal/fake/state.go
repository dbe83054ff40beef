package fake

import (
	"os"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
	"beagle/run/project"
)

// StateFolder gives a test runs of its own.
func StateFolder(t *testing.T) {
	t.Helper()
	t.Cleanup(xdg.Reload) // behind the variable's return
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(func() {
		all, _ := folder.All()
		for _, f := range all {
			for f.Live() {
				if pid := f.Info().PID; pid > 0 && pid != os.Getpid() {
					if process, err := os.FindProcess(pid); err == nil {
						_ = process.Kill()
					}
				}
				time.Sleep(time.Millisecond)
			}
		}
	})
}

// Prepared makes the folder of a run of work(n).
func Prepared(t *testing.T, p *project.Project) folder.Folder {
	t.Helper()
	f, err := folder.New(p.Config.Model, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := folder.Begin(f, p, time.Now()); err != nil {
		t.Fatal(err)
	}
	return f
}

// Until waits for a state of affairs.
func Until(t *testing.T, r run.Run, what string, is func(run.Snapshot) bool) run.Snapshot {
	t.Helper()
	for patience := time.Now().Add(30 * time.Second); time.Now().Before(patience); time.Sleep(10 * time.Millisecond) {
		if s := r.Snapshot(); is(s) {
			return s
		}
	}
	s := r.Snapshot()
	t.Fatalf("never %s; it is %s %q %v", what, s.State, s.Phase, s.Problems)
	return run.Snapshot{}
}

// Of finds an element in a snapshot by its id, and ends the test where it is missing.
func Of(t *testing.T, s run.Snapshot, id model.ElementID) run.ElementState {
	t.Helper()
	for _, e := range s.Elements {
		if e.ID == id {
			return e
		}
	}
	t.Fatalf("no element %s among %d", id, len(s.Elements))
	return run.ElementState{}
}
