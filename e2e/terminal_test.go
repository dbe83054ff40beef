package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
)

// A person's terminal of 80 columns: lines end at words, tables are cut, and
// the picture is there without asking.
func TestAFitIsReadableAtEightyColumns(t *testing.T) {
	t.Parallel() // nothing that depends on times is asserted
	need.Tmux(t)
	path, err := beagle()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var rows strings.Builder
	rows.WriteString("n,m,seconds\n")
	for i := range 120 {
		n, m := 10+i*i, 1+i*7%23
		fmt.Fprintf(&rows, "%d,%d,%g\n", n, m, (1e-6+2e-8*float64(n)+3.1e-7*float64(m))*(1+0.05*float64(i*i%13-6)/6))
	}
	need.File(t, filepath.Join(dir, "train.csv"), rows.String())
	tmux := func(arguments ...string) string {
		out, err := exec.CommandContext(t.Context(), "tmux", append([]string{"-S", filepath.Join(dir, "socket")}, arguments...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("tmux %q: %v\n%s", arguments, err, out)
		}
		return string(out)
	}
	tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "80", "-c", dir, "sh", "-c", "'"+path+"' fit train.csv --target seconds --plot braille; echo DONE; sleep 600")
	defer tmux("kill-server")
	var screen string
	for deadline := time.Now().Add(time.Minute); !strings.Contains(screen, "DONE"); screen = tmux("capture-pane", "-p") {
		if time.Now().After(deadline) {
			t.Fatalf("it does not end:\n%s", screen)
		}
		time.Sleep(50 * time.Millisecond)
	}
	if !strings.ContainsFunc(screen, func(r rune) bool { return r > 0x2800 && r <= 0x28ff }) {
		t.Errorf("there is no picture:\n%s", screen)
	}
	// tmux joins lines that it broke itself with -J: then they are longer.
	for line := range strings.Lines(tmux("capture-pane", "-p", "-J")) {
		if runes := []rune(strings.TrimRight(line, " \n")); len(runes) > 80 {
			t.Errorf("a line of %d columns: %s", len(runes), line)
		}
	}
}
