//go:build unix

package launch

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Supervise is what a supervisor does.
func Supervise(command []string) int {
	if len(command) < 2 {
		fmt.Fprintln(os.Stderr, "this command is only for Beagle itself")
		return 2
	}
	runtime.LockOSThread() // the program is to die with this very thread (die)
	syscall.CloseOnExec(lifeline)
	syscall.CloseOnExec(outcome)
	adopt()
	id, err := syscall.ForkExec(command[0], command[1:], &syscall.ProcAttr{Env: os.Environ(), Files: []uintptr{0, 1, 2}, Sys: die()})
	if err != nil {
		fmt.Fprintln(os.Stderr, "it could not be started:", err)
		return 127
	}
	// The pipes stay the program's alone, so that their ends are seen.
	for descriptor := range 3 {
		_ = syscall.Close(descriptor)
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.NewFile(lifeline, "lifeline"))
		endAll() // after which reap comes back
	}()
	status := reap(id)
	signal := ""
	if status.Signaled() {
		signal = strings.TrimPrefix(unix.SignalName(status.Signal()), "SIG")
	}
	_, _ = os.NewFile(outcome, "outcome").WriteString(said(status.ExitStatus(), signal))
	endAll()
	return 0
}

func reap(id int) (status syscall.WaitStatus) {
	for {
		found, err := syscall.Wait4(-1, &status, 0, nil)
		if found == id || err != nil && err != syscall.EINTR {
			return status
		}
	}
}
