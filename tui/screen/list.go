package screen

import (
	"slices"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"beagle/internal/quantity"
	"beagle/tui/keys"
	"beagle/tui/text"
	"beagle/tui/theme"
)

// Cursor is the chosen row of a list and the window that shows it.
type Cursor struct {
	At, Top    int // index of the chosen row, and of the first row that the window shows
	page, rows int // how many rows were drawn at once, and how many there are
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
	c.page, c.rows = height, rows
	c.Clamp(rows)
	context := min(1, max(0, (height-1)/2))
	c.Top = min(c.Top, c.At-context)
	c.Top = max(c.Top, c.At+context-height+1)
	c.Top = max(0, min(c.Top, rows-height))
	return c.Top, min(rows, c.Top+max(0, height))
}

// Where says which row is chosen, where not all of them are seen; empty: all are.
func (c *Cursor) Where() string { return Where(c.At, c.rows, c.page) }

// Where writes a position in a list, such as "3 of 40"; empty: all rows fit on a page.
func Where(at, rows, page int) string {
	if rows <= page {
		return ""
	}
	return quantity.Count(int64(at+1)) + " of " + quantity.Count(int64(rows))
}

// List is what a list with a filter shares with all others; a screen embeds it, and says what is in it.
type List struct {
	Base
	Keys   *keys.Scope // of the list, besides those that move
	Cursor Cursor      // the chosen row
	Filter Filter      // what narrows the list
	Narrow func()      // chooses the rows anew that the filter shows
	Line   int         // of the body, in which the rows begin; Draw sets it

	width int // that was drawn
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

// Scopes are the bindings of the list, or of the filter while it is typed.
func (l *List) Scopes() []*keys.Scope {
	return append(l.Filter.Scopes(l.Keys, keys.Moving), keys.Everywhere)
}

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

// Head is the line above the rows: the filter, where there is one.
func (l *List) Head(th *theme.Theme, head string, width int) (lines []string) {
	if filter := l.Filter.Draw(th); filter != "" {
		lines = append(lines, text.Cut(filter, width))
	}
	return append(lines, th.Muted.Render(text.Cut(head, width)))
}

// Draw draws some of the rows below what stands above them, so many lines in all; row draws one of them. Empty
// says why there is none.
func (l *List) Draw(th *theme.Theme, above []string, rows int, empty string, width, height int, row func(i int) (string, lipgloss.Style)) []string {
	l.Line, l.width = len(above), width
	if rows == 0 && l.Filter.Text != "" {
		empty = "No match; esc shows all."
	}
	lines := slices.Clone(above)
	if rows == 0 {
		lines = append(lines, "", th.Muted.Render("  "+empty))
	}
	from, to := l.Cursor.Window(rows, height-len(above))
	for i := from; i < to; i++ {
		line, style := row(i)
		lines = append(lines, th.Row(line, width, i == l.Cursor.At, style))
	}
	return text.Pad(lines, max(0, height))
}

// Where says which row is chosen, where not all of them are seen.
func (l *List) Where() string { return l.Cursor.Where() }

// Click chooses the row at a cell of the body.
func (l *List) Click(x, y int) tea.Cmd {
	if at := l.Cursor.Top + y - l.Line; x < l.width && y >= l.Line && y < l.Line+l.Cursor.page && at < l.Cursor.rows {
		l.Cursor.At = at
	}
	return nil
}

// Beside is how much of a width a list has beside the detail of its row: what its columns need, between half and two
// thirds.
func Beside(width, need int) int { return max(width/2, min(width*2/3, need)) }

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
