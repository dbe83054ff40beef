package screen

import (
	tea "charm.land/bubbletea/v2"

	"beagle/tui/text"
)

// EditLine changes a short line of text, such as a filter, by one key; it
// reports whether the key was for it.
func EditLine(line *string, key tea.KeyPressMsg) bool {
	switch key.String() {
	case "backspace":
		if r := []rune(*line); len(r) > 0 {
			*line = string(r[:len(r)-1])
		}
	case "ctrl+u", "ctrl+w":
		*line = ""
	default:
		if key.Text == "" || len(*line) > 200 {
			return false
		}
		*line += text.Safe(key.Text)
	}
	return true
}
