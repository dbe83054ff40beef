package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// wheelRows is how many rows one step of the wheel moves.
const wheelRows = 3

// wheel moves through the list in front; in a form, through what is below it.
func (a *app) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	up, down := keys.Up, keys.Down
	steps := wheelRows
	if !slices.Contains(a.top().Scopes(), keys.Moving) {
		up, down, steps = keys.PageUp, keys.PageDown, 1
	}
	action := down
	if msg.Button == tea.MouseWheelUp {
		action = up
	}
	if _, known := keys.Of(a.top().Scopes(), action); !known || a.dialog != nil {
		return nil
	}
	var commands []tea.Cmd
	for range steps {
		commands = append(commands, a.act(action))
	}
	return tea.Batch(commands...)
}

// click does what a key of the last line does, or chooses the row of a list.
func (a *app) click(msg tea.MouseClickMsg) tea.Cmd {
	if msg.Button != tea.MouseLeft || a.dialog != nil {
		return nil
	}
	if msg.Y == a.height-1 {
		if action, ok := entryAt(a.top(), ansi.Strip(a.footer(a.width-2)), a.word, msg.X-1); ok {
			return a.act(action)
		}
		return nil
	}
	if list, ok := a.top().(screen.Clickable); ok {
		return list.Click(msg.X-1, msg.Y-2)
	}
	return nil
}

// entryAt is the action that the last line names at a column.
func entryAt(top screen.Screen, line string, word func(keys.Action) string, x int) (keys.Action, bool) {
	for _, action := range top.Footer() {
		binding, ok := keys.Of(top.Scopes(), action)
		if !ok {
			continue
		}
		entry := binding.Show + " " + word(action)
		if from := cellsBefore(line, entry); from >= 0 && x >= from && x < from+text.Width(entry) {
			return action, true
		}
	}
	return "", false
}

// cellsBefore is in which column of a line a part begins; -1: nowhere.
func cellsBefore(line, part string) int {
	for i := range line {
		if len(line)-i >= len(part) && line[i:i+len(part)] == part {
			return text.Width(line[:i])
		}
	}
	return -1
}
