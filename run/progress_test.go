package run

import (
	"testing"
	"time"
)

func TestWhatIsLeftClaimsNothingThatIsNotKnown(t *testing.T) {
	for want, p := range map[string]Progress{
		"":                            {Unknown: 3},
		"about 20s of launches to go": {Left: Duration(20 * time.Second)},
		"more than 20s to go, with 1 launch never made": {Left: Duration(20 * time.Second), Unknown: 1},
	} {
		if got := p.Words(); got != want {
			t.Errorf("%+v: %q, want %q", p, got, want)
		}
	}
}
