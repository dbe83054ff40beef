//go:build unix

package main

import "syscall"

// childrensTime is the processor time, in seconds, of all processes so far that were
// waited for.
func childrensTime() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage); err != nil {
		return 0
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}
