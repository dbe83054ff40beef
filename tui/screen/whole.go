package screen

import (
	tea "charm.land/bubbletea/v2"

	"beagle/tui/keys"
)

// Whole is the chosen row of a list on the whole screen, where nothing is cut and what has no room is scrolled to.
type Whole struct {
	Base
	Env   *Env
	Of    Screen                           // the list's: it has the header, and leaves
	Keys  *keys.Scope                      // besides those that move
	Step  func(keys.Action) tea.Cmd        // goes to the row above or below
	Lines func(width, height int) []string // what is known of the row

	scroll Scroll
}

// Scopes are the bindings of the row.
func (w *Whole) Scopes() []*keys.Scope { return []*keys.Scope{w.Keys, keys.Moving, keys.Everywhere} }

// Footer names what matters.
func (w *Whole) Footer() []keys.Action {
	return []keys.Action{keys.Left, keys.Right, keys.Down, keys.Back, keys.Help, keys.Leave}
}

// Word says that moving scrolls here.
func (w *Whole) Word(action keys.Action) string { return w.scroll.Word(action) }

// Where says which lines are seen.
func (w *Whole) Where() string { return w.scroll.Where() }

// Title is the list's.
func (w *Whole) Title() (left, right string) { return w.Of.Title() }

// Act scrolls, goes to the row before or after, or back to the list.
func (w *Whole) Act(action keys.Action) tea.Cmd {
	if w.scroll.Move(action) {
		return nil
	}
	switch action {
	case keys.Back:
		return w.Env.Go(Close{})
	case keys.Leave, keys.Stop:
		return w.Of.Act(action)
	case keys.Left:
		w.scroll = Scroll{}
		return w.Step(keys.Up)
	case keys.Right:
		w.scroll = Scroll{}
		return w.Step(keys.Down)
	default: // nothing else is special here
	}
	return nil
}

// Body draws what is known of the row.
func (w *Whole) Body(width, height int) []string {
	return w.scroll.Shown(w.Lines(width, height), height)
}
