package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
)

// person is somebody at a terminal of tmux in which Beagle runs.
type person struct {
	t      *testing.T
	socket string
}

func (p *person) tmux(arguments ...string) string {
	p.t.Helper()
	out, err := exec.CommandContext(p.t.Context(), "tmux", append([]string{"-S", p.socket}, arguments...)...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("tmux %q: %v\n%s", arguments, err, out)
	}
	return string(out)
}

// at sits down at a terminal of 80x24 in which a command runs.
func at(t *testing.T, dir string, env []string, command ...string) *person {
	t.Helper()
	p := &person{t: t, socket: filepath.Join(t.TempDir(), "socket")}
	arguments := []string{"-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "-c", dir}
	for _, e := range env {
		arguments = append(arguments, "-e", e)
	}
	p.tmux(append(arguments, command...)...)
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", p.socket, "kill-server").Run() }) // it may be gone
	return p
}

// sees waits until the screen shows a text.
func (p *person) sees(texts ...string) string {
	p.t.Helper()
	screen := ""
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		screen = p.tmux("capture-pane", "-p")
		missing := false
		for _, text := range texts {
			missing = missing || !strings.Contains(screen, text)
		}
		if !missing {
			return screen
		}
	}
	p.t.Fatalf("the screen never shows %q:\n%s", texts, screen)
	return ""
}

func (p *person) press(keys ...string) {
	p.t.Helper()
	p.tmux(append([]string{"send-keys"}, keys...)...)
}

// leaves waits until Beagle has left, and its terminal with it.
func (p *person) leaves() {
	p.t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if exec.CommandContext(p.t.Context(), "tmux", "-S", p.socket, "has-session").Run() != nil {
			return
		}
	}
	p.t.Fatal("it does not leave:\n" + p.tmux("capture-pane", "-p"))
}

// The connection is cut in the fourth step of the wizard, in the middle of a form;
// started again, Beagle goes on there, and no file of the project was touched.
func TestACutConnectionCostsNothingOfWhatTheWizardWasTold(t *testing.T) {
	t.Parallel() // nothing that depends on times is asserted
	need.Tmux(t)
	path, err := beagle()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	project, state := filepath.Join(dir, "fileshare"), filepath.Join(dir, "state")
	if out, err := exec.CommandContext(t.Context(), path, "demo", "--files-only", "--dir", project).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	settings := filepath.Join(project, "beagle.yaml")
	before, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"XDG_STATE_HOME=" + state, "BEAGLE_ASCII=0", "LC_ALL=C.UTF-8"}

	p := at(t, dir, env, path, project)
	p.sees("step 1 of 6", "✓")
	p.press("Enter")
	p.sees("step 2 of 6", "selected")
	p.press("Enter")
	p.sees("step 3 of 6")
	p.press("Enter")
	p.sees("step 4 of 6")
	p.press("Down", "Tab", "C-u", "9", "5", "s")
	p.sees("● Use a set timeout.", "95s")
	p.tmux("kill-server")

	entries, err := filepath.Glob(filepath.Join(state, "beagle", "drafts", "*.json"))
	if err != nil || len(entries) != 1 {
		t.Fatalf("%v, %v", entries, err)
	}
	if info, err := os.Stat(entries[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}

	p = at(t, dir, env, path, project)
	p.sees("Continue your draft?", "step 4, Timeout")
	p.press("Enter")
	p.sees("step 4 of 6", "from your draft", "● Use a set timeout.", "95s")
	p.press("Enter")
	p.sees("step 5 of 6")
	p.press("Enter")
	p.sees("step 6 of 6", "Ready.", "at the latest after 1:35")
	p.press("s")
	p.sees("Change beagle.yaml?", "Saving changes timeout.kind, timeout.limit")
	p.press("Escape")
	p.sees("step 6 of 6")
	if after, err := os.ReadFile(settings); err != nil || string(after) != string(before) {
		t.Errorf("beagle.yaml was changed unasked: %v\n%s", err, after)
	}
	p.press("s")
	p.sees("Change beagle.yaml?")
	p.press("Enter")
	p.sees("Saved.")
	if backup, err := os.ReadFile(settings + ".bak"); err != nil || string(backup) != string(before) {
		t.Errorf("the old file is not kept: %v", err)
	}
	p.press("q")
	p.leaves()
}
