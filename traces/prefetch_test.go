package traces

import "testing"

func TestAskingChangesNothingWhateverIsAskedFor(t *testing.T) {
	type thing struct{ a, b int64 }
	there := &thing{1, 2}
	prefetch[thing](nil)
	prefetch([]*thing{there, nil, there})
	prefetch(make([]*thing, 1000))
	if *there != (thing{1, 2}) {
		t.Errorf("it became %v", *there)
	}
}
