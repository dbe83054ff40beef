package live

import (
	"context"
	"strings"
	"testing"
	"time"

	"beagle/model"
	"beagle/run"
	"beagle/tui/dialog"
	"beagle/tui/internal/fakerun"
	"beagle/tui/screen"
)

// watched is a run that another screen controls until this one takes it over.
type watched struct {
	*fakerun.Run
	mine   bool
	paused bool
}

func (w *watched) TakeControl(context.Context) error { w.mine = true; return nil }

func (w *watched) Pause(context.Context) error {
	if !w.mine {
		return model.Problem{Rule: run.Controlled, Message: "another screen is in control of the run"}
	}
	w.paused = true
	return nil
}

func TestARefusedOrderOffersToTakeControl(t *testing.T) {
	w := &watched{Run: fakerun.New(nil)}
	f := New(&screen.Env{Ctx: t.Context(), Now: time.Now}, w)
	asked, ok := f.Do("Pause", w.Pause)().(dialog.Ask)
	if !ok || !strings.Contains(asked.Dialog.Title, "in control") {
		t.Fatalf("no question: %+v", asked)
	}
	if do, done := asked.Dialog.Key("esc"); do != nil || !done || w.mine {
		t.Error("esc takes control")
	}
	do, _ := asked.Dialog.Key("t")
	do()
	if !w.mine || !w.paused {
		t.Errorf("control taken: %t, order given: %t", w.mine, w.paused)
	}
}
