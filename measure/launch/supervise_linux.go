package launch

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ownProgram is the file of this program, also where another one has been installed since.
func ownProgram(string) string { return "/proc/self/exe" }

// adopt makes whatever loses its parent below this process a child of it.
func adopt() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// die has a child killed when the thread that starts it ends, as where the supervisor is killed.
func die() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

func endAll() {
	for end := time.Now().Add(dying); time.Now().Before(end); time.Sleep(time.Millisecond) {
		left := below(os.Getpid())
		if len(left) == 0 {
			return
		}
		for _, id := range left {
			_ = syscall.Kill(id, syscall.SIGKILL)
		}
	}
}

// below are the processes that a process started, and they started, and so on. Zombies do not count.
func below(id int) (found []int) {
	children, living := map[int][]int{}, map[int]bool{}
	for _, p := range processes() {
		children[p.parent] = append(children[p.parent], p.id)
		living[p.id] = !p.ended
	}
	for next := children[id]; len(next) > 0; next = next[1:] {
		if living[next[0]] {
			found = append(found, next[0])
		}
		next = append(next, children[next[0]]...)
	}
	return found
}
