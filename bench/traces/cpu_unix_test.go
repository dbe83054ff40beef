//go:build unix

package traces

import (
	"syscall"
	"time"
)

// cpuSeconds is the processor time of this process: unlike the clock it tells
// what work costs while other programs run on the same cores.
func cpuSeconds() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()).Seconds()
}
