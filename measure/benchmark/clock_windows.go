package benchmark

import (
	"time"

	"golang.org/x/sys/windows"
)

// cpuTime is the CPU time of this process, of which one thread works during a round.
func cpuTime() (time.Duration, error) {
	var created, ended, kernel, user windows.Filetime
	err := windows.GetProcessTimes(windows.CurrentProcess(), &created, &ended, &kernel, &user)
	ticks := func(t windows.Filetime) time.Duration {
		return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
	}
	return ticks(kernel) + ticks(user), err
}
