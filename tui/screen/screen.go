// Package screen is what every screen of Beagle is to the router: something
// that draws its body, names its keys, and acts. The router draws header and
// footer, matches keys, and shows questions and help.
package screen

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/tui/keys"
	"beagle/tui/theme"
)

// Screen is one screen. Its methods are called from one goroutine; whatever
// takes time happens in commands.
type Screen interface {
	// Init begins what the screen waits for; nil: nothing.
	Init() tea.Cmd
	// Update handles what is no action: results of commands, and keys typed
	// into a text field.
	Update(tea.Msg) tea.Cmd
	// Act does what a person asked for.
	Act(keys.Action) tea.Cmd
	// Scopes are the bindings that hold now, innermost first.
	Scopes() []*keys.Scope
	// Footer names the actions that matter now, most important first.
	Footer() []keys.Action
	// Off says why an action cannot be done now; empty: it can.
	Off(keys.Action) string
	// Word replaces the footer's word for an action; empty: as always.
	Word(keys.Action) string
	// Typing reports whether printable keys are text.
	Typing() bool
	// Title is the header: what is seen, and its state.
	Title() (left, right string)
	// Body draws exactly height lines of at most width cells.
	Body(width, height int) []string
}

// Clickable is a screen with something to choose by the mouse.
type Clickable interface {
	// Click is at a cell of the body.
	Click(x, y int) tea.Cmd
}

// Placed is a screen that says where in it a person is; of others the first scope's
// title does.
type Placed interface {
	// Place is the name by which the tour knows where a person is.
	Place() string
}

// Scrolled is a screen with a list or text that may be longer than the terminal is high.
type Scrolled interface {
	// Where is the position in it, such as "3 of 40", since the body was drawn last; empty: all of it is seen.
	Where() string
}

// Ending is a screen that has something to do when the program ends, however it
// does: the terminal may have vanished.
type Ending interface {
	Ended() // must not wait long: the terminal is given back after it
}

// Commanding is a screen whose actions are commands, too.
type Commanding interface {
	// Command is an action as a person would write it in a shell; empty: it is no command.
	Command(action keys.Action) string
}

// Base is what most screens leave as it is; they embed it, and say the rest.
type Base struct{}

// Init starts nothing.
func (Base) Init() tea.Cmd { return nil }

// Update takes nothing in.
func (Base) Update(tea.Msg) tea.Cmd { return nil }

// Off lets every action be done.
func (Base) Off(keys.Action) string { return "" }

// Word leaves every word as it is.
func (Base) Word(keys.Action) string { return "" }

// Typing says that no key is text.
func (Base) Typing() bool { return false }

// Env is what screens share.
type Env struct {
	Ctx   context.Context  //nolint:containedctx // commands of Bubble Tea take no context; this is theirs
	Theme *theme.Theme     // changed in place when the terminal says how dark it is
	Now   func() time.Time // the clock; tests put their own in its place
	// Go hands a message to the router at once, so that keys that were typed
	// ahead meet the screen that they were meant for.
	Go    func(tea.Msg) tea.Cmd
	Block bool   // draw curves with blocks instead of Braille
	Wrote string // the model file that was written last
}

// The messages by which a screen speaks to the router.
type (
	// Open puts a screen on top of the present one.
	Open struct {
		Screen Screen // to be put on top
	}
	// Close takes the present screen away.
	Close struct{}
	// Notice shows one line above the footer until the next key.
	Notice struct {
		Text string // one line
	}
	// Quit ends the program; Err is what the caller gets.
	Quit struct {
		Err error // nil: the program ends well
	}
)

// Send is a command that delivers a message.
func Send(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

// After delivers a message later, unless the screens end before.
func (e *Env) After(d time.Duration, msg tea.Msg) tea.Cmd {
	ctx := e.Ctx
	return func() tea.Msg {
		select {
		case <-time.After(d):
			return msg
		case <-ctx.Done():
			return nil
		}
	}
}

// Copy puts a text into the clipboard of the terminal, over SSH too (OSC 52), and
// says so. A terminal that does not allow it ignores that.
func Copy(what string) tea.Cmd {
	return tea.Batch(tea.SetClipboard(what), Say("Copied, where the terminal allows it: "+what))
}

// Say shows a notice.
func Say(text string) tea.Cmd { return Send(Notice{Text: text}) }
