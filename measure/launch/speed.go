package launch

import (
	"slices"
	"time"

	"beagle/internal/hash"
)

// The reference is a piece of work that is always the same, done now and then while a launch runs: what it takes says
// how fast the processors were clocked just then. Each of its steps needs the one before, so that neither what runs
// on the core's other thread nor caches matter: beside seven busy programs on two cores its median of 2 s strayed by
// 0.5 %, while work that uses all of a core's units took 12 to 20 us.
const (
	referenceSteps  = 4000 // 14 us at 2.8 GHz
	referenceTrials = 3    // of which the best counts, since the scheduler disturbs the others
)

type reference struct {
	state uint64
	times []time.Duration
}

// measure works out how fast the processor is now: the best of some trials of a fixed computation.
func (r *reference) measure() {
	best := time.Hour
	for range referenceTrials {
		begin := time.Now()
		for range referenceSteps {
			r.state = hash.Finish(r.state + 1)
		}
		best = min(best, time.Since(begin))
	}
	r.times = append(r.times, best)
}

func (r *reference) typical() time.Duration {
	slices.Sort(r.times)
	return r.times[len(r.times)/2]
}
