package wizard

import (
	"testing"
	"time"

	"beagle/tui/screen"
)

func TestWhatTakesMinutesShowsAClock(t *testing.T) {
	now := time.Unix(1000, 0)
	w := work{env: &screen.Env{Ctx: t.Context(), Now: func() time.Time { return now }}}
	if w.clocked("asking Maven"); w.said() != "asking Maven…  0:00" || w.tick() == nil {
		t.Errorf("said %q", w.said())
	}
	now = now.Add(125 * time.Second)
	w.what = "applying the rules"
	if w.said() != "applying the rules…  2:05" {
		t.Errorf("said %q", w.said())
	}
	if w.begin("reading the model"); w.said() != "reading the model…" || w.tick() != nil {
		t.Errorf("said %q, and the clock goes on", w.said())
	}
}
