package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/sys/unix"

	"beagle/cli/app"
	"beagle/tui/text"
)

// A terminal that was asked for its colours and does not answer keeps a person
// waiting for seconds, and shows the question.
func TestErrorsAskTheTerminalNothing(t *testing.T) {
	said, code := onTerminal(t, "check", "/nowhere")
	if code != app.Failed || !strings.Contains(said, "/nowhere: no such file or folder") || strings.Contains(said, "\x1b") {
		t.Errorf("exit code %d, and the terminal got %q", code, said)
	}
}

// The terminal of the test answers nothing: help would wait four seconds for its background.
func TestHelpAsksTheTerminalNothing(t *testing.T) {
	t.Setenv("TERM", "xterm-256color")
	for _, args := range [][]string{{"--help"}, {"help", "run"}, {"pcm"}} {
		said, code := onTerminalOf(t, 80, args...)
		if code != app.Done || !strings.Contains(said, "USAGE") || strings.Contains(said, "\x1b]") || strings.Contains(said, "\x1b[c") {
			t.Errorf("%q: exit code %d, and the terminal got %q", args, code, said)
		}
	}
}

func TestHelpOnASimpleTerminalIsPlain(t *testing.T) {
	t.Setenv("TERM", "dumb")
	said, code := onTerminal(t, "ps", "--help")
	if code != app.Done || !strings.Contains(said, "List your analyses") || strings.Contains(said, "\x1b") {
		t.Errorf("exit code %d, and the terminal got %q", code, said)
	}
}

func TestHelpIsNoWiderThanTheTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm-256color")
	said, code := onTerminalOf(t, 80, "worker", "--help")
	if code != app.Done || !strings.Contains(said, "--output") {
		t.Errorf("exit code %d, and the terminal got %q", code, said)
	}
	for line := range strings.SplitSeq(said, "\r\n") {
		if wide := text.Width(strings.TrimRight(ansi.Strip(line), " ")); wide > 80 {
			t.Errorf("a line of %d columns: %q", wide, line)
		}
	}
}

// onTerminal runs Beagle on a terminal of its own, of which nobody knows the size, and returns what that got.
func onTerminal(t *testing.T, args ...string) (said string, code int) {
	t.Helper()
	return onTerminalOf(t, 0, args...)
}

// onTerminalOf is onTerminal with a width.
func onTerminalOf(t *testing.T, width uint16, args ...string) (said string, code int) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err) // there is a terminal wherever tmux runs
	}
	defer master.Close()
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(int(master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: width}); err != nil {
		t.Fatal(err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program)
	c.Args = append([]string{"beagle"}, args...) // see TestMain
	c.Stdin, c.Stdout, c.Stderr = slave, slave, slave
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if err := slave.Close(); err != nil {
		t.Fatal(err)
	}
	out, _ := io.ReadAll(master) // ends with EIO where nobody has the terminal open any more
	_ = c.Wait()                 // its code is below
	return string(out), c.ProcessState.ExitCode()
}
