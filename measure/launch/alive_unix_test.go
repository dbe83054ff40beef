//go:build unix && !linux

package launch

import "syscall"

// alive reports whether a process is there, if only as a zombie.
func alive(id int) bool { return syscall.Kill(id, 0) == nil }
