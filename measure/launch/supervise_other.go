//go:build unix && !linux

package launch

import "syscall"

func ownProgram(path string) string { return path }

func adopt() {}

// die does nothing more than usual: a child here does not die with its parent.
func die() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

// endAll kills the group that this process leads, and so this process: what has left the group is out of sight here.
func endAll() { _ = syscall.Kill(0, syscall.SIGKILL) }

// members tells only whether the group still exists: without /proc nobody says who is in it.
func (g group) members() []process {
	if syscall.Kill(-g.leader, 0) != nil {
		return nil
	}
	return []process{{id: g.leader, group: g.leader, name: "process group"}}
}
