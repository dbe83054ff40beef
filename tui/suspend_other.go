//go:build !unix

package tui

// noShell says why Beagle cannot stop and be brought back by a shell.
func noShell() string { return "this system has no job control" }
