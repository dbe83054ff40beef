//go:build !linux

package launch

// Other systems do not say: the report then has what Go knows.
func running() float64 { return 0 }

func lately() float64 { return 0 }

func readCounters() counters { return counters{} }

func (n *Noise) settings() {}
