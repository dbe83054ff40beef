package run

import (
	"testing"
	"time"
)

func TestWhatIsLeftClaimsNothingThatIsNotKnown(t *testing.T) {
	for want, p := range map[string]Progress{
		"":               {Unknown: 3},
		"about 20s left": {Left: Duration(20 * time.Second)},
		"more than 20s left: 1 launch not measured yet": {Left: Duration(20 * time.Second), Unknown: 1},
	} {
		if got := p.Words(); got != want {
			t.Errorf("%+v: %q, want %q", p, got, want)
		}
	}
}

func TestNoTimeOfLaunchesIsLeftInValidation(t *testing.T) {
	p := Progress{Part: Validating, Left: Duration(20 * time.Second)}
	if got := p.Words(); got != "" {
		t.Errorf("validation, which launches nothing, says %q", got)
	}
}
