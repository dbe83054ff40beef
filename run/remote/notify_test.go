//go:build unix

package remote

import (
	"os"
	"path/filepath"
	"testing"

	"beagle/run"
	"beagle/run/internal/fake"
)

func TestNotifyIsToldHowTheRunEnded(t *testing.T) {
	fake.StateFolder(t)
	p := fake.Project(t)
	told := filepath.Join(t.TempDir(), "told")
	p.Config.Notify = []string{"/bin/sh", "-c", `printf '%s %s' "$BEAGLE_STATE" "$BEAGLE_RUN" > "$1"`, "sh", told}
	r := launched(t, p, "0s")
	fake.Wait(t, r)
	if got, err := os.ReadFile(told); err != nil || string(got) != "finished "+r.ID() {
		t.Errorf("told %q, %v", got, err)
	}
}

func TestNotifyThatFailsIsSaidAndChangesNothing(t *testing.T) {
	fake.StateFolder(t)
	p := fake.Project(t)
	p.Config.Notify = []string{"no-such-command-anywhere"}
	r := launched(t, p, "0s")
	s := fake.Wait(t, r)
	if s.State != run.Finished {
		t.Errorf("%s", s.State)
	}
	for _, problem := range s.Problems {
		if problem.Rule == "notify" {
			return
		}
	}
	t.Errorf("nobody says that notify failed: %v", s.Problems)
}
