//go:build unix

package benchmark

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime is the CPU time of this thread.
func cpuTime() (time.Duration, error) {
	var t unix.Timespec
	err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t)
	return time.Duration(t.Nano()), err
}
