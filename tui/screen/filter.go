package screen

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/tui/keys"
	"beagle/tui/text"
	"beagle/tui/theme"
)

// Filter is the text that narrows a list. While it is typed it has the
// printable keys, and bindings and a footer of its own.
type Filter struct {
	Text   string // what rows have to contain; empty: all rows are shown
	Typing bool   // keys are text of the filter at present

	Shown, All int // rows that match, and all; All 0: not counted
}

// Edit takes in what is typed or pasted; it reports whether the text changed.
func (f *Filter) Edit(msg tea.Msg) bool {
	if !f.Typing {
		return false
	}
	before := f.Text
	switch msg := msg.(type) {
	case tea.PasteMsg:
		f.Text = limited(f.Text + text.Safe(msg.Content))
	case tea.KeyPressMsg:
		switch msg.String() {
		case "backspace":
			if r := []rune(f.Text); len(r) > 0 {
				f.Text = string(r[:len(r)-1])
			}
		case "ctrl+u", "ctrl+w":
			f.Text = ""
		default:
			f.Text = limited(f.Text + text.Safe(msg.Text))
		}
	}
	return f.Text != before
}

// limited keeps what anybody may want to look for of a line that was pasted.
func limited(line string) string {
	const most = 200
	if r := []rune(line); len(r) > most {
		return string(r[:most])
	}
	return line
}

// Act ends the typing, or takes the filter away; it reports whether the action
// was for the filter.
func (f *Filter) Act(action keys.Action) bool {
	switch {
	case action == keys.Filter:
		f.Typing = true
	case action == keys.Enter && f.Typing:
		f.Typing = false
	case action == keys.Back && (f.Typing || f.Text != ""):
		*f = Filter{Shown: f.All, All: f.All}
	default:
		return false
	}
	return true
}

// Scopes are the list's bindings, or the filter's own while it is typed.
func (f *Filter) Scopes(list ...*keys.Scope) []*keys.Scope {
	if f.Typing {
		return []*keys.Scope{keys.Filtering}
	}
	return list
}

// Footer is the list's footer, or the filter's own while it is typed.
func (f *Filter) Footer(list ...keys.Action) []keys.Action {
	if f.Typing {
		return []keys.Action{keys.Enter, keys.Back, keys.Help}
	}
	return list
}

// Word says that going back drops the filter first.
func (f *Filter) Word(action keys.Action) string {
	if action == keys.Back && (f.Typing || f.Text != "") {
		return "no filter"
	}
	return ""
}

// Draw is the filter in one line; empty: there is none.
func (f *Filter) Draw(th *theme.Theme) string {
	if f.Text == "" && !f.Typing {
		return ""
	}
	line := "/ " + text.Safe(f.Text)
	if f.Typing {
		line += "█"
	}
	if f.All > 0 {
		line += fmt.Sprintf("  %s of %s", quantity.Count(int64(f.Shown)), quantity.Count(int64(f.All)))
	}
	return th.Info.Render(line)
}
