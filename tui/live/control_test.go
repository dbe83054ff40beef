package live

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

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

// A decision that is still on its way counts in what is asked after it.
func TestWhatIsAskedDoesNotOvertakeWhatWasTold(t *testing.T) {
	f := New(&screen.Env{Ctx: t.Context(), Now: time.Now}, fakerun.New(nil))
	decided := false
	first := f.Tell("Keeping the decision", func(context.Context) error { decided = true; return nil })
	if f.Ask(time.Minute, func(context.Context) tea.Msg { return decided }) != nil {
		t.Fatal("it is asked while the decision is on its way")
	}
	var answers []any
	var follow func(tea.Msg)
	follow = func(msg tea.Msg) {
		switch msg := msg.(type) {
		case tea.BatchMsg:
			for _, c := range msg {
				if c != nil {
					follow(c())
				}
			}
		case toldMsg:
			if c := f.Update(msg); c != nil {
				follow(c())
			}
		case bool:
			answers = append(answers, msg)
		}
	}
	follow(first())
	if len(answers) != 1 || answers[0] != true {
		t.Errorf("answers: %v, want one, of what was decided", answers)
	}
}
