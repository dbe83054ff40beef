//go:build unix

package tui

import "golang.org/x/sys/unix"

// noShell says why Beagle cannot stop and be brought back by a shell; empty: it
// can. A process whose parent is no job control shell (of tmux, or of "ssh HOST
// beagle") is not stopped by SIGTSTP, and nobody would bring it back (POSIX,
// orphaned process group). Its shell shares the session, but not the group.
func noShell() string {
	session, err := unix.Getsid(0)
	shell, shellErr := unix.Getsid(unix.Getppid())
	group, groupErr := unix.Getpgid(unix.Getppid())
	if err != nil || shellErr != nil || groupErr != nil || session != shell || group == unix.Getpgrp() {
		return "Beagle was not started from a shell that could bring it back"
	}
	return ""
}
