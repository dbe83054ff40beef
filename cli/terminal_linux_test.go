package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"beagle/cli/app"

	"golang.org/x/sys/unix"
)

// A terminal that was asked for its colours and does not answer keeps a person
// waiting for seconds, and shows the question.
func TestErrorsAskTheTerminalNothing(t *testing.T) {
	said, code := onTerminal(t, "check", "/nowhere")
	if code != app.Failed || !strings.Contains(said, "/nowhere: no such file or folder") || strings.Contains(said, "\x1b") {
		t.Errorf("exit code %d, and the terminal got %q", code, said)
	}
}

func TestHelpOnASimpleTerminalIsPlain(t *testing.T) {
	t.Setenv("TERM", "dumb")
	said, code := onTerminal(t, "ps", "--help")
	if code != app.Done || !strings.Contains(said, "List your analyses") || strings.Contains(said, "\x1b") {
		t.Errorf("exit code %d, and the terminal got %q", code, said)
	}
}

// onTerminal runs Beagle on a terminal of its own, and returns what that got.
func onTerminal(t *testing.T, args ...string) (said string, code int) {
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
