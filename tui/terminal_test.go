//go:build unix

package tui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/vt"
	"go.uber.org/goleak"

	"beagle/internal/need"
	"beagle/run"
	"beagle/tui/internal/fakerun"
	"beagle/tui/screen"
)

// terminal is an emulated terminal with the program in it: what Bubble Tea
// sends is interpreted, and what the terminal answers is sent back.
type terminal struct {
	t      *testing.T
	screen *vt.Emulator
	input  *io.PipeWriter
	done   chan error
	close  func()

	mu  sync.Mutex
	raw bytes.Buffer
}

func (term *terminal) Write(p []byte) (int, error) {
	term.mu.Lock()
	defer term.mu.Unlock()
	term.raw.Write(p)
	// Without a terminal's line discipline behind it Bubble Tea leaves it to the
	// terminal to go to the first column of a new line.
	if _, err := term.screen.Write(bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (term *terminal) bytes() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.raw.String()
}

// text is what the screen shows.
func (term *terminal) text() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.screen.String()
}

// open starts the program in a terminal of 80x24 cells.
func open(t *testing.T, ctx context.Context, build func(*app), env ...string) *terminal {
	t.Helper()
	t.Setenv("BEAGLE_ASCII", "0") // whatever terminal and language the tests are run in
	read, write := io.Pipe()
	term := &terminal{t: t, screen: vt.NewEmulator(80, 24), input: write, done: make(chan error, 1)}
	go io.Copy(write, term.screen)
	env = append([]string{"TERM=xterm-256color", "COLORTERM=truecolor", "TTY_FORCE=1"}, env...)
	go func() {
		term.done <- start(ctx, nil, build, tea.WithInput(read), tea.WithOutput(term), tea.WithWindowSize(80, 24), tea.WithEnvironment(env))
	}()
	term.close = func() { write.Close(); read.Close(); term.screen.InputPipe().(io.Closer).Close() }
	t.Cleanup(term.close)
	return term
}

// sees waits until the screen shows a text.
func (term *terminal) sees(text string) {
	term.t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if strings.Contains(term.text(), text) {
			return
		}
	}
	term.t.Fatalf("the terminal never showed %q:\n%s", text, term.text())
}

// ends waits for the program's end.
func (term *terminal) ends() error {
	term.t.Helper()
	select {
	case err := <-term.done:
		return err
	case <-time.After(time.Minute):
		term.t.Fatal("the program does not end")
		return nil
	}
}

func dashboardOf(r *fakerun.Run) func(*app) {
	r.Now = time.Now
	return func(a *app) { a.watch(r, WatchOptions{CanDetach: true}) }
}

func TestTheProgramRunsInATerminal(t *testing.T) {
	r := fakerun.New(fakerun.Fileshare())
	term := open(t, t.Context(), dashboardOf(r))
	term.sees("preparing")
	r.Steps(25)
	term.sees("2 of 9 done")
	if raw := term.bytes(); !strings.Contains(raw, "Beagle: running") {
		t.Error("the window's title does not say the state")
	}
	io.WriteString(term.input, "q")
	term.sees("Leave Beagle?")
	io.WriteString(term.input, "d")
	if err := term.ends(); !errors.Is(err, ErrDetached) {
		t.Errorf("left with %v", err)
	}
	if raw := term.bytes(); !strings.Contains(raw, "\x1b[?1049h") || !strings.Contains(raw, "\x1b[?1049l") {
		t.Error("the alternate screen was not entered and left")
	}
}

func TestTheRunThatTheWizardStartedIsLetGoOf(t *testing.T) {
	opt, r := emptyProject(t), fakerun.New(fakerun.Fileshare())
	r.Now = time.Now
	opt.Start = func(run.Config) (run.Run, error) { return r, nil }
	term := open(t, t.Context(), func(a *app) { a.screen = []screen.Screen{newWizard(a, opt)} })
	for step := 1; step <= 5; step++ {
		term.sees(fmt.Sprintf("step %d of 6", step))
		io.WriteString(term.input, "\r")
	}
	term.sees("✓ Ready.")
	io.WriteString(term.input, "\r")
	term.sees("computeHash CPU")
	io.WriteString(term.input, "qd")
	if err := term.ends(); !errors.Is(err, ErrDetached) || err.Error() != "detached; the analysis goes on: beagle attach "+r.ID() {
		t.Errorf("left with %v", err)
	}
	if !r.Closed {
		t.Error("the run was not let go of")
	}
}

func TestALostTerminalEndsTheScreensButNotTheRun(t *testing.T) {
	r := fakerun.New(fakerun.Fileshare()).Steps(5)
	term := open(t, t.Context(), dashboardOf(r))
	term.sees("running")
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if err := term.ends(); !errors.Is(err, errTerminalGone) {
		t.Errorf("left with %v", err)
	}
	if state := r.Snapshot().State; state.Ended() {
		t.Errorf("the run is %s", state)
	}
}

func TestACancelledContextEndsTheScreens(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	term := open(t, ctx, dashboardOf(fakerun.New(fakerun.Fileshare()).Steps(5)))
	term.sees("running")
	cancel()
	if err := term.ends(); !errors.Is(err, context.Canceled) {
		t.Errorf("left with %v", err)
	}
}

// colours are the sequences that set a foreground or background colour.
var colours = regexp.MustCompile(`\x1b\[[0-9;:]*\b(3[0-8]|4[0-8]|9[0-7]|10[0-7])[0-9;:]*m`)

func TestColoursCanBeTurnedOff(t *testing.T) {
	r := fakerun.New(fakerun.Fileshare()).Finish()
	term := open(t, t.Context(), dashboardOf(r))
	term.sees("✓ finished")
	io.WriteString(term.input, "q")
	if term.ends(); !colours.MatchString(term.bytes()) {
		t.Error("there are no colours at all")
	}
	term = open(t, t.Context(), dashboardOf(r), "NO_COLOR=1")
	term.sees("✓ finished")
	io.WriteString(term.input, "q")
	term.ends()
	if found := colours.FindString(term.bytes()); found != "" {
		t.Errorf("NO_COLOR, and yet there is %q", found)
	}
}

func TestTheScreensLeaveNoGoroutine(t *testing.T) {
	others := goleak.IgnoreCurrent()
	term := open(t, t.Context(), dashboardOf(fakerun.New(fakerun.Fileshare()).Steps(5)))
	term.sees("running")
	io.WriteString(term.input, "qd")
	if err := term.ends(); !errors.Is(err, ErrDetached) {
		t.Fatal(err)
	}
	term.close()
	if err := need.Left(others); err != nil {
		t.Error(err)
	}
}
