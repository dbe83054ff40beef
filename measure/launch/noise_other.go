//go:build !linux

package launch

// running is how many threads run on the machine; other systems than Linux do not say it.
func running() float64 { return 0 }

// own is how many of these are the program's; unknown here.
func own([]int) float64 { return 0 }

// family are this process and those that it started; not needed here.
func family() []int { return nil }

// lately is the load that the machine had before; unknown here.
func lately() float64 { return 0 }

// readCounters has nothing to read on this system.
func readCounters() counters { return counters{} }

// settings has nothing to read on this system.
func (n *Noise) settings() {}

// EndLeft cannot find them here.
func EndLeft(string) int { return 0 }
