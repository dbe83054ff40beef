package probe

import (
	"slices"
	"testing"

	"beagle/measure"
)

// beside is of each execution of a service which part of the time beside its section is
// not taken to be the probes'.
type beside struct {
	entered, section int64
	shares           []float64
}

func (b *beside) Events(batch []measure.Event) {
	for i := range batch {
		switch e := &batch[i]; e.Kind {
		case measure.ServiceEntered:
			b.entered = e.Time
		case measure.DemandCaptured:
			b.section = e.Wall
		case measure.ServiceLeft:
			if clock := e.Time - b.entered - b.section; clock > 0 {
				b.shares = append(b.shares, float64(e.Wall-b.section)/float64(clock))
			}
		default:
		}
	}
}

// Between its begin, its section and its end a service does nothing: what it takes there is
// the probes', however long they take where nothing keeps them in the caches.
func TestWhatColdProbesTakeIsNoneOfTheService(t *testing.T) {
	var seen beside
	follow(t, &seen, compileThreads(t), "Cold", nil)
	if len(seen.shares) < 200 {
		t.Fatalf("%d executions", len(seen.shares))
	}
	slices.Sort(seen.shares)
	if middle := seen.shares[len(seen.shares)/2]; middle > 0.4 {
		t.Errorf("in half of the executions %.2f of the time beside the section is left to the service", middle)
	}
}
