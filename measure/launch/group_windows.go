package launch

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

type group struct {
	leader int
	mark   string
}

func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// terminate ends the tree at once: Windows has no TERM for programs without a window.
func (g group) terminate() { g.kill() }

func (g group) kill() {
	_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(g.leader)).Run()
	if p, err := os.FindProcess(g.leader); err == nil {
		_ = p.Kill()
	}
}

// clear does nothing: once the leader has ended, Windows no longer knows its tree.
func (g group) clear(_, _ time.Duration) []string { return nil }

func ending(state *os.ProcessState) (code int, signal string) { return state.ExitCode(), "" }

func ownProgram(path string) string { return path }

// Supervise is not used here: handles are not inherited by number.
func Supervise([]string) int { return 2 }
