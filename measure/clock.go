package measure

// Clock chooses which time is a demand.
type Clock string

// The clocks. With CPUTime a demand whose CPU time was not measured counts
// with its wall time: for sections shorter than reading the CPU clock takes,
// that is the better estimate.
const (
	CPUTime  Clock = "cpu"  // time for which the thread had a processor, by the system's clock of the thread
	WallTime Clock = "wall" // time that went by, waiting included
	// AutoClock is wall time for sections that are too short for the CPU clock,
	// as the first pass shows, and CPU time for all others.
	AutoClock Clock = "auto"
)
