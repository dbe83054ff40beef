//go:build unix

package remote

import (
	"os"
	"os/exec"
	"syscall"
)

const background = true

// spawn starts a process in a session of its own.
func spawn(args []string, log string) (*os.Process, error) {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	self, err := os.Executable() // by its name; as /proc/self/exe it would be called "exe"
	if err != nil {
		return nil, err
	}
	c := exec.Command(self, args...)
	c.Stdout, c.Stderr = out, out
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := c.Start(); err != nil {
		return nil, err
	}
	return c.Process, nil
}
