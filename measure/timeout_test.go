package measure

import (
	"strings"
	"testing"
	"time"
)

func timeout(t *testing.T, kind string, limit time.Duration) (*Timeout, time.Time) {
	t.Helper()
	out, err := NewTimeout(kind, limit)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	out.Start(now)
	return out, now
}

// The sequence is the original's rule with its sign put right, for launches of
// one minute; its fixed point is (0.65 min + 5 min) / 0.35 = 969 s.
func TestTheAdaptiveTimeoutAgesTowardsTheLaunches(t *testing.T) {
	out, now := timeout(t, "adaptive", 0)
	for i, want := range []int64{2_679_000, 2_080_350, 1_691_227, 1_438_296} {
		now = now.Add(time.Minute)
		out.Progress(now)
		if left, _ := out.Left(now); left.Milliseconds() != want {
			t.Errorf("after launch %d: %d ms, want %d", i+1, left.Milliseconds(), want)
		}
	}
	for range 100 {
		now = now.Add(time.Minute)
		out.Progress(now)
	}
	if left, _ := out.Left(now); left.Round(time.Second) != 969*time.Second {
		t.Errorf("settles at %s", left)
	}
	if out.Reached(now.Add(16 * time.Minute)) {
		t.Error("reached before the limit")
	}
	if !out.Reached(now.Add(17 * time.Minute)) {
		t.Error("not reached although a launch takes 17 times as long as the others")
	}
}

func TestTheConstantTimeoutCountsFromTheStart(t *testing.T) {
	out, now := timeout(t, "constant", 10*time.Minute)
	out.Progress(now.Add(9 * time.Minute))
	if out.Reached(now.Add(9 * time.Minute)) {
		t.Error("reached early")
	}
	if !out.Reached(now.Add(10 * time.Minute)) {
		t.Error("progress must not prolong it")
	}
}

func TestPausesDoNotCount(t *testing.T) {
	for _, kind := range []string{"constant", "adaptive"} {
		out, now := timeout(t, kind, time.Hour)
		out.Pause(now.Add(30 * time.Minute))
		out.Pause(now.Add(40 * time.Minute)) // already paused
		if out.Reached(now.Add(24 * time.Hour)) {
			t.Errorf("%s: reached during the pause", kind)
		}
		out.Continue(now.Add(24 * time.Hour))
		if left, _ := out.Left(now.Add(24 * time.Hour)); left != 30*time.Minute {
			t.Errorf("%s: %s left after the pause, want 30 min", kind, left)
		}
	}
}

func TestWithoutTimeoutThereIsAlwaysTime(t *testing.T) {
	out, now := timeout(t, "none", 0)
	if _, limited := out.Left(now); limited || out.Reached(now.Add(1e6*time.Hour)) {
		t.Error("no timeout was reached")
	}
}

func TestRulesThatMakeNoSenseAreRefused(t *testing.T) {
	for kind, says := range map[string]string{"constant": "limit", "adaptiv": "adaptive, constant or none"} {
		if _, err := NewTimeout(kind, 0); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestTimeSpansReadAsPeopleWriteThem(t *testing.T) {
	for d, want := range map[time.Duration][2]string{
		time.Hour: {"1h", "1h"}, 59*time.Minute + 52*time.Second: {"59m52s", "1h"}, 27 * time.Minute: {"27m", "27m"},
		10 * time.Minute: {"10m", "10m"}, 9*time.Minute + 59700*time.Millisecond: {"9m59.7s", "10m"},
		92 * time.Second: {"1m32s", "1m32s"}, 30 * time.Second: {"30s", "30s"}, 2*time.Hour + 5*time.Second: {"2h0m5s", "2h"}, 0: {"0s", "0s"},
	} {
		if got := [2]string{Span(d), About(d)}; got != want {
			t.Errorf("%v reads %q, want %q", d, got, want)
		}
	}
	out, _ := timeout(t, "adaptive", 0)
	if out.String() != "adaptive: at most 1h for the next launch" {
		t.Errorf("the rule reads %q", out)
	}
}
