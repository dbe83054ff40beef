package tui

import (
	"context"
	"errors"
	"testing"
	"time"

	"beagle/run"
	"beagle/tui/internal/fakerun"
	"beagle/tui/screen"
)

// reading is a run that takes seconds to be read.
func reading(took time.Duration, err error) func(*driver) {
	return func(d *driver) {
		d.run = fakerun.New(fakerun.Fileshare()).Finish()
		d.app.screen = []screen.Screen{newOpening(d.app.env, "2026-01-15-0930-fileshare", func(context.Context) (run.Run, WatchOptions, error) {
			time.Sleep(took)
			if err != nil {
				return nil, WatchOptions{}, err
			}
			return d.run, WatchOptions{}, nil
		}, newReview)}
	}
}

func TestARunIsSeenToBeReadAtOnce(t *testing.T) {
	story(t, reading(2500*time.Millisecond, nil), func(d *driver) {
		d.sees("2026-01-15-0930-fileshare", "Reading measurements and expressions").misses("for 0:0")
		d.wait(2).sees("for 0:02").wait(1).sees("0 of 9 decided")
		d.press("a").sees("1 of 9 decided")
	})
}

func TestWhoLeavesBeforeARunIsReadIsGone(t *testing.T) {
	story(t, reading(time.Hour, nil), func(d *driver) {
		d.press("q")
		if !d.quit || d.app.err != nil {
			t.Errorf("gone: %v, %v", d.quit, d.app.err)
		}
	})
}

func TestWhyARunCannotBeReadIsTheCommandsError(t *testing.T) {
	wrong := errors.New("the store is damaged")
	story(t, reading(time.Second, wrong), func(d *driver) {
		d.wait(2)
		if !d.quit || !errors.Is(d.app.err, wrong) {
			t.Errorf("gone: %v, %v", d.quit, d.app.err)
		}
	})
}

// Who goes back to the home screen while a run is read stays there.
func TestARunThatIsReadTooLateDoesNotComeUp(t *testing.T) {
	h := inhabited(t)
	attach := h.opt.Attach
	h.opt.Attach = func(id string) (run.Run, WatchOptions, error) {
		time.Sleep(3 * time.Second)
		return attach(id)
	}
	story(t, h.home, func(d *driver) {
		d.to("1999-12-31-2210").press("enter").sees("Reading measurements").press("esc").sees("1999-12-31-2210")
		d.wait(4).sees("1999-12-31-2210").misses("decided")
		if !h.ended.Closed {
			t.Error("the run was not let go of")
		}
		d.press("enter").wait(4).sees("0 of 9 decided").press("esc").sees("1999-12-31-2210")
	})
}
