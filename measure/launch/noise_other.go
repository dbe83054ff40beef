//go:build !linux

package launch

// Other systems do not say: the report then has what Go knows.
func running() float64 { return 0 }

// lately is the load that the machine had before; unknown here.
func lately() float64 { return 0 }

// readCounters has nothing to read on this system.
func readCounters() counters { return counters{} }

// settings has nothing to read on this system.
func (n *Noise) settings() {}
