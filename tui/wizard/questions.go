package wizard

import (
	tea "charm.land/bubbletea/v2"

	"beagle/tui/form"
	"beagle/tui/keys"
	"beagle/tui/screen"
)

// questions is what the steps that are one form have in common.
type questions struct {
	screen.Base
	of   *Wizard
	form *form.Form
}

func (q *questions) Typing() bool { return q.form.Typing() }

// Scopes leave home, end and ctrl+u to a text field that has the focus.
func (q *questions) Scopes() []*keys.Scope {
	if q.Typing() {
		return []*keys.Scope{keys.Forms}
	}
	return []*keys.Scope{keys.Forms, keys.Moving}
}

func (q *questions) Footer() []keys.Action {
	return []keys.Action{keys.Enter, keys.Down, keys.Next, keys.Back, keys.Help}
}

func (q *questions) Update(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		cmd, _ := q.form.Update(msg)
		return cmd
	}
	return nil
}
