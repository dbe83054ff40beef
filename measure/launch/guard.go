package launch

import (
	"io"
	"os/exec"
)

// Guard starts a program that waits, by Guarded, for the end of this process, however it ends:
// a process that is killed cannot end what it has started. end ends the guard.
func Guard(command []string) (end func(), err error) {
	guard := exec.Command(command[0], command[1:]...) //nolint:noctx // it is to live as long as this process
	guard.SysProcAttr = ownGroup()                    // what interrupts this one is not meant for it
	in, err := guard.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := guard.Start(); err != nil {
		return nil, err
	}
	return func() {
		_ = in.Close()
		_ = guard.Wait() // it has nothing to say
	}, nil
}

// Guarded is what a guard does: when the process that started it is gone, whose end of the
// pipe in is closed then, it ends what that one left running with the work folder (EndLeft).
func Guarded(in io.Reader, work string) {
	_, _ = io.Copy(io.Discard, in)
	EndLeft(work)
}
