//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
)

// tmux is a real terminal with the preview in it.
type tmux struct {
	t      *testing.T
	socket string
}

func inTmux(t *testing.T, command string) *tmux {
	t.Helper()
	need.Tmux(t)
	binary := filepath.Join(t.TempDir(), "preview")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	m := &tmux{t: t, socket: fmt.Sprintf("beagle-%d", os.Getpid())}
	t.Cleanup(func() { exec.Command("tmux", "-L", m.socket, "kill-server").Run() })
	m.run("-u", "-f", "/dev/null", "new-session", "-d", "-s", "s", "-x", "80", "-y", "24",
		"LANG=C.UTF-8 '"+binary+"' "+command+"; echo left with $?; sleep 60")
	return m
}

func (m *tmux) run(args ...string) string {
	m.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-L", m.socket}, args...)...).CombinedOutput()
	if err != nil {
		m.t.Fatalf("tmux %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func (m *tmux) press(keys ...string) *tmux {
	m.run(append([]string{"send-keys", "-t", "s"}, keys...)...)
	return m
}

func (m *tmux) sees(text string) *tmux {
	m.t.Helper()
	screen := ""
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if screen = m.run("capture-pane", "-p", "-t", "s"); strings.Contains(screen, text) {
			return m
		}
	}
	m.t.Fatalf("tmux never showed %q:\n%s", text, screen)
	return m
}

func TestFromTheWizardToTheWrittenModelInARealTerminal(t *testing.T) {
	m := inTmux(t, "wizard hurry")
	m.sees("step 1 of 6").sees("5 resource demands").press("Enter").sees("8 of 8 selected").press("Enter")
	m.sees("small files").press("Enter").sees("adaptive timeout").press("Enter").sees("Measuring").press("Enter")
	m.sees("✓ Ready.").press("Enter").sees("● running")
	m.run("resize-window", "-t", "s", "-x", "60", "-y", "16")
	m.sees("● running")
	m.run("resize-window", "-t", "s", "-x", "30", "-y", "9")
	m.sees("have 30x9, need 40x10")
	m.run("resize-window", "-t", "s", "-x", "80", "-y", "24")
	m.press("p").sees("after this launch").press("Enter").sees("◇ paused").press("p").sees("✓ finished")
	m.press("r").sees("0 of 9 decided").press("A").sees("7 of 9 decided").press("w").sees("What is written")
	m.press("Enter").sees("✓ Written").press("Enter").sees("7 of 9 decided").press("q").sees("left with 0")
}
