package probe

import (
	"testing"
	"time"

	"beagle/measure"
)

// longest is the section with the longest wall time.
type longest struct{ measure.Event }

func (l *longest) Events(batch []measure.Event) {
	for i := range batch {
		if batch[i].Kind == measure.DemandCaptured && batch[i].Wall > l.Wall {
			l.Event = batch[i]
		}
	}
}

// A thread that sleeps has no processor, and one that others push aside has none
// either, so that a busy machine fails nothing here.
func TestASectionTellsHowLongItsThreadHadNoProcessor(t *testing.T) {
	var seen longest
	follow(t, &seen, compileThreads(t), "Away", nil)
	const slept = int64(50 * time.Millisecond)
	if seen.CPU != -1 || seen.Wall < slept-1e6 || seen.Away < slept*9/10 || seen.Away > seen.Wall {
		t.Errorf("the longest section: %+v, want one without CPU time that was away for 50 ms", seen.Event)
	}
}
