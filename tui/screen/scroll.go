package screen

import (
	"fmt"

	"beagle/internal/quantity"
	"beagle/tui/keys"
	"beagle/tui/text"
)

// Scroll is how far a screen is scrolled whose lines may be more than there is room for; it has no
// rows to choose from.
type Scroll struct {
	first       int // line at the top
	lines, room int // how many lines there are, and how many fit, when it was drawn last
}

// Move scrolls where a key asks for it, and reports whether it did.
func (s *Scroll) Move(action keys.Action) bool {
	const page = 10
	switch action {
	case keys.Down:
		s.first++
	case keys.Up:
		s.first--
	case keys.PageDown:
		s.first += page
	case keys.PageUp:
		s.first -= page
	case keys.Top:
		s.first = 0
	case keys.Bottom:
		s.first = 1 << 20 // Shown knows where that is
	default:
		return false
	}
	s.first = max(0, s.first)
	return true
}

// Word says that moving scrolls here.
func (*Scroll) Word(action keys.Action) string {
	if action == keys.Down {
		return "scroll"
	}
	return ""
}

// Shown are the lines that are seen, height of them, blank ones at the end where there are fewer. It
// scrolls no further than to the last line.
func (s *Scroll) Shown(lines []string, height int) []string {
	s.lines, s.room = len(lines), height
	s.first = max(0, min(s.first, len(lines)-height))
	return text.Pad(lines[s.first:], height)
}

// Where says which lines are seen, where these are not all.
func (s *Scroll) Where() string { return Span(s.first, s.first+s.room, s.lines) }

// Span writes which lines of a text are seen, such as "lines 1–20 of 254": from the first to before the last one; empty: all.
func Span(from, to, lines int) string {
	if from == 0 && to >= lines {
		return ""
	}
	return fmt.Sprintf("lines %s–%s of %s", quantity.Count(int64(from+1)), quantity.Count(int64(to)), quantity.Count(int64(lines)))
}
