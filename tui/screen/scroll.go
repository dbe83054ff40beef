package screen

import (
	"beagle/tui/keys"
	"beagle/tui/text"
)

// Scroll is how far a screen is scrolled whose lines may be more than there is room for; it has no
// rows to choose from.
type Scroll int

// Move scrolls where a key asks for it, and reports whether it did.
func (s *Scroll) Move(action keys.Action) bool {
	const page = 10
	switch action {
	case keys.Down:
		*s++
	case keys.Up:
		*s--
	case keys.PageDown:
		*s += page
	case keys.PageUp:
		*s -= page
	case keys.Top:
		*s = 0
	case keys.Bottom:
		*s = 1 << 20 // Shown knows where that is
	default:
		return false
	}
	*s = max(0, *s)
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
	*s = Scroll(max(0, min(int(*s), len(lines)-height)))
	return text.Pad(lines[*s:], height)
}
