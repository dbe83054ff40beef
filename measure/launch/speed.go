package launch

import (
	"slices"
	"time"

	"beagle/internal/hash"
)

// The reference is a piece of work that is always the same, done now and then while a launch runs.
const (
	referenceSteps  = 4000 // 14 us at 2.8 GHz
	referenceTrials = 3    // of which the best counts, since the scheduler disturbs the others
)

type reference struct {
	state uint64
	times []time.Duration
}

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
