package tui

import (
	"reflect"
	"sync/atomic"
	"time"
	"unsafe"

	tea "charm.land/bubbletea/v2"
)

// How often the renderer looks for something to draw. Bubble Tea knows one rate for all times:
// a slow one keeps the first frame and the answer to each key waiting, a fast one wakes the
// process some ten times a second while nothing happens, beside a program that is measured.
const (
	promptly = 10 * time.Millisecond  // after a key, and at first
	evenly   = 50 * time.Millisecond  // after anything else; what is seen of a run comes ten times a second
	idly     = 250 * time.Millisecond // where nothing came for a while
	awhile   = 500 * time.Millisecond
)

// pace is the rate of a program's renderer; the zero value leaves it as it is.
type pace struct {
	ticker *time.Ticker // of the renderer; nil: it is not known
	slow   *time.Timer  // makes it slow
	until  time.Time    // until when it is prompt
	rate   atomic.Int64 // that the ticker has by now; 0: as it was set at first
}

// of takes the ticker of a program that runs. Bubble Tea gives it to nobody, so it is looked up
// by its name; where a later version has none of that name, the rate stays as it was set.
func (p *pace) of(program *tea.Program) {
	field := reflect.ValueOf(program).Elem().FieldByName("ticker")
	if !field.IsValid() || field.Type() != reflect.TypeFor[*time.Ticker]() {
		return
	}
	p.ticker = *(**time.Ticker)(unsafe.Pointer(field.UnsafeAddr())) // it is of that type, as was just asked
}

// heard makes the rate that of a message.
func (p *pace) heard(msg tea.Msg, now time.Time) {
	if p.ticker == nil {
		return
	}
	rate := evenly
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg, tea.WindowSizeMsg:
		p.until = now.Add(awhile)
	}
	if now.Before(p.until) { // what a key asked for may come as a message of its own
		rate = promptly
	}
	p.set(rate)
	if p.slow == nil {
		p.slow = time.AfterFunc(awhile, func() { p.set(idly) })
		return
	}
	p.slow.Reset(awhile)
}

// set sets the rate where it is another one: a ticker that is set at every message never ticks
// while messages come faster than that.
func (p *pace) set(rate time.Duration) {
	if p.rate.Swap(int64(rate)) != int64(rate) {
		p.ticker.Reset(rate)
	}
}

// ended keeps the ticker from being touched any more.
func (p *pace) ended() {
	if p.slow != nil {
		p.slow.Stop()
	}
}
