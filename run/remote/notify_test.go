//go:build unix

package remote

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/model"
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

// programs are put in front of the PATH; each writes its arguments and its input into the file of its name.
func programs(t *testing.T, ends string, names ...string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for _, name := range names {
		script := fmt.Sprintf("#!/bin/sh\n{ for word; do echo \"$word\"; done; cat; } > %q\n%s\n", filepath.Join(folder, name+".told"), ends)
		if err := os.WriteFile(filepath.Join(folder, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	return folder
}

func TestDesktopAndMailAreToldHowTheRunEnded(t *testing.T) {
	fake.StateFolder(t)
	folder := programs(t, "exit 0", "notify-send", "sendmail")
	p := fake.Project(t)
	p.Config.WhenDone = run.WhenDone{Desktop: true, Mail: "me@example.org"}
	r := launched(t, p, "0s")
	s := fake.Wait(t, r)
	for name, want := range map[string]string{
		"notify-send": "--app-name=Beagle\nBeagle: finished\n" + r.ID() + ": " + s.Reason + "\n",
		"sendmail":    "-i\n-t\nTo: me@example.org\nSubject: Beagle: finished\nContent-Type: text/plain; charset=utf-8\n\n" + r.ID() + ": " + s.Reason + "\n" + p.Config.Model + "\n",
	} {
		if got, err := os.ReadFile(filepath.Join(folder, name+".told")); err != nil || string(got) != want {
			t.Errorf("%s was told %q, %v; want %q", name, got, err, want)
		}
	}
}

func TestMailThatCannotBeSentIsSaidAndChangesNothing(t *testing.T) {
	fake.StateFolder(t)
	programs(t, "echo no such box >&2; exit 3", "sendmail")
	p := fake.Project(t)
	p.Config.WhenDone.Mail = "me@example.org"
	s := fake.Wait(t, launched(t, p, "0s"))
	if s.State != run.Finished || !slices.ContainsFunc(s.Problems, func(p model.Problem) bool {
		return strings.Contains(p.Message, "the mail to me@example.org failed: sendmail ended with exit code 3: no such box")
	}) {
		t.Errorf("%s: %v", s.State, s.Problems)
	}
}
