package wizard

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
)

// work is what the wizard does in the background and may take minutes, with a clock that
// shows that it goes on.
type work struct {
	what  string // what is being done; nothing else is done meanwhile. Empty: nothing
	since time.Time
	timed bool // the clock runs
}

// tickMsg moves the clock of what is being done.
type tickMsg struct{}

// working says what is being done from now on, and starts the clock.
func (w *Wizard) working(what string) tea.Cmd {
	w.busy = work{what: what, since: w.env.Now(), timed: true}
	return w.env.After(time.Second, tickMsg{})
}

// tick goes on in a second while something is being done.
func (w *Wizard) tick() tea.Cmd {
	if !w.busy.timed {
		return nil
	}
	return w.env.After(time.Second, tickMsg{})
}

// said is what is being done, and for how long.
func (w *Wizard) said() string {
	if !w.busy.timed {
		return w.busy.what + "…"
	}
	return w.busy.what + "…  " + quantity.Clock(w.env.Now().Sub(w.busy.since))
}
