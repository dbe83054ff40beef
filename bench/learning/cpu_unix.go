//go:build unix

package main

import "syscall"

// cpuTime is the CPU time of this process so far, in seconds.
func cpuTime() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}
