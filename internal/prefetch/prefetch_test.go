package prefetch_test

import (
	"testing"

	"beagle/internal/prefetch"
)

func TestAskingChangesNothingWhateverIsAskedFor(t *testing.T) {
	type thing struct{ a, b int64 }
	there := &thing{1, 2}
	prefetch.Lines[thing](nil)
	prefetch.Lines([]*thing{there, nil, there})
	prefetch.Lines(make([]*thing, 1000))
	if *there != (thing{1, 2}) {
		t.Errorf("it became %v", *there)
	}
}
