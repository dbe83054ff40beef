//go:build unix

package launch

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

type group struct {
	leader int
	mark   string
}

// ownGroup makes a process the leader of a group of its own, so that all that it starts can be ended with it.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func (g group) terminate() { g.signal(syscall.SIGTERM) }

func (g group) kill() { g.signal(syscall.SIGKILL) }

func (g group) signal(sig syscall.Signal) {
	_ = syscall.Kill(-g.leader, sig)
	for _, p := range g.members() {
		if p.group != g.leader {
			_ = syscall.Kill(p.id, sig)
		}
	}
}

func (g group) clear(settle, grace time.Duration) (left []string) {
	if len(g.waitFor(settle)) == 0 {
		return nil
	}
	for _, p := range g.members() {
		left = append(left, fmt.Sprintf("%s (process %d)", printable(p.name), p.id))
	}
	if len(left) == 0 {
		return nil
	}
	g.terminate()
	if len(g.waitFor(grace)) > 0 {
		g.kill()
		g.waitFor(dying)
	}
	return left
}

// waitFor waits until nobody is left, at most for a while, and returns who is.
func (g group) waitFor(atMost time.Duration) []process {
	for end := time.Now().Add(atMost); ; time.Sleep(10 * time.Millisecond) {
		left := g.members()
		if len(left) == 0 || time.Now().After(end) {
			return left
		}
	}
}

type process struct {
	id, group, parent int
	ended             bool // a zombie
	name              string
}

func ending(state *os.ProcessState) (code int, sig string) {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return -1, strings.TrimPrefix(unix.SignalName(status.Signal()), "SIG")
	}
	return state.ExitCode(), ""
}
