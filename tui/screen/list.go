package screen

import "beagle/tui/keys"

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
