package probe

import (
	"math"
	"testing"

	"beagle/measure"
)

// loops is how often, and with which sum, loops ran.
type loops struct{ times, sum float64 }

func (l *loops) Events(batch []measure.Event) {
	for i := range batch {
		if e := &batch[i]; e.Kind == measure.LoopCounted {
			l.times += weight(*e)
			l.sum += weight(*e) * float64(e.Count)
		}
	}
}

// Which executions are recorded has nothing to do with the round of the loop that they are in: an inner loop
// that runs 0, 1, 2 and 3 times runs 1.5 times on average.
func TestInnerLoopsAreSampledInAllRounds(t *testing.T) {
	var seen loops
	follow(t, &seen, compileThreads(t), "Rounds", []string{EnvFull + "=100"})
	if mean := seen.sum / seen.times; seen.times != 8000 || math.Abs(mean-1.5) > 0.3 {
		t.Errorf("%g executions with %.3g rounds on average, want 8000 with 1.5", seen.times, mean)
	}
}
