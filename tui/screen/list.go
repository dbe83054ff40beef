package screen

import (
	tea "charm.land/bubbletea/v2"

	"beagle/tui/keys"
)

// Cursor is the chosen row of a list and the window that shows it.
type Cursor struct {
	At, Top int // index of the chosen row, and of the first row that the window shows
	page    int
}

// Move changes the row for a movement; it reports whether the action was one.
func (c *Cursor) Move(action keys.Action, rows int) bool {
	page := max(1, c.page-1)
	switch action {
	case keys.Up:
		c.At--
	case keys.Down:
		c.At++
	case keys.PageUp:
		c.At -= page
	case keys.PageDown:
		c.At += page
	case keys.Top:
		c.At = 0
	case keys.Bottom:
		c.At = rows - 1
	default:
		return false
	}
	c.Clamp(rows)
	return true
}

// Clamp keeps the row inside the list.
func (c *Cursor) Clamp(rows int) { c.At = max(0, min(rows-1, c.At)) }

// Window gives the rows to draw when height lines are free; the chosen row
// keeps one row of context where there is room.
func (c *Cursor) Window(rows, height int) (from, to int) {
	c.page = height
	c.Clamp(rows)
	context := min(1, max(0, (height-1)/2))
	c.Top = min(c.Top, c.At-context)
	c.Top = max(c.Top, c.At+context-height+1)
	c.Top = max(0, min(c.Top, rows-height))
	return c.Top, min(rows, c.Top+max(0, height))
}

// More says how much of a list lies outside the window; empty: all is seen.
func (c *Cursor) More(rows, height int) string {
	if rows <= height {
		return ""
	}
	switch {
	case c.Top == 0:
		return "↓ more"
	case c.Top+height >= rows:
		return "↑ more"
	default:
		return "↑↓ more"
	}
}

// List is what a list with a filter shares with all others; a screen embeds it, and says what is in it.
type List struct {
	Base
	Cursor Cursor // the chosen row
	Filter Filter // what narrows the list
	Narrow func() // chooses the rows anew that the filter shows
}

// Update takes in what is typed into the filter.
func (l *List) Update(msg tea.Msg) tea.Cmd {
	if l.Filter.Edit(msg) {
		l.Narrow()
	}
	return nil
}

// Typing reports whether the filter is typed.
func (l *List) Typing() bool { return l.Filter.Typing }

// Word says what going back does while a filter holds.
func (l *List) Word(action keys.Action) string { return l.Filter.Word(action) }

// Take does what a key asks of the filter or the cursor; false: it asks for something else.
func (l *List) Take(action keys.Action, rows int) bool {
	if l.Filter.Act(action) {
		l.Narrow()
		return true
	}
	return l.Cursor.Move(action, rows)
}

// Away goes back, or leaves Beagle; without a screen below, the list stays.
func (e *Env) Away(action keys.Action) tea.Cmd {
	switch action {
	case keys.Leave, keys.Stop:
		return Send(Quit{})
	case keys.Back:
		return e.Go(Close{})
	default:
		return nil
	}
}
