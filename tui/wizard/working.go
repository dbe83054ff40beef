package wizard

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/tui/screen"
)

// work is what the wizard does in the background and may take minutes, with a clock that
// shows that it goes on.
type work struct {
	what  string // what is being done; nothing else is done meanwhile. Empty: nothing
	since time.Time
	timed bool // the clock runs
	env   *screen.Env
}

// tickMsg moves the clock of what is being done.
type tickMsg struct{}

// begin says what is being done from now on.
func (w *work) begin(what string) { w.what, w.timed = what, false }

// clocked says what is being done from now on, and starts the clock.
func (w *work) clocked(what string) tea.Cmd {
	w.what, w.since, w.timed = what, w.env.Now(), true
	return w.tick()
}

func (w *work) end() { w.begin("") }

// tick goes on in a second while something is being done.
func (w *work) tick() tea.Cmd {
	if !w.timed {
		return nil
	}
	return w.env.After(time.Second, tickMsg{})
}

// said is what is being done, and for how long.
func (w *work) said() string {
	if !w.timed {
		return w.what + "…"
	}
	return w.what + "…  " + quantity.Clock(w.env.Now().Sub(w.since))
}
