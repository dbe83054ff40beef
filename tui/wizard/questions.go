package wizard

import (
	tea "charm.land/bubbletea/v2"

	"beagle/tui/form"
	"beagle/tui/keys"
)

// questions is what the steps that are one form have in common.
type questions struct {
	of   *Wizard
	form *form.Form
}

func (q *questions) enter() tea.Cmd          { return nil }
func (q *questions) typing() bool            { return q.form.Typing() }
func (q *questions) word(keys.Action) string { return "" }
func (q *questions) off(keys.Action) string  { return "" }

// scopes leave home, end and ctrl+u to a text field that has the focus.
func (q *questions) scopes() []*keys.Scope {
	if q.typing() {
		return []*keys.Scope{keys.Forms}
	}
	return []*keys.Scope{keys.Forms, keys.Moving}
}

func (q *questions) footer() []keys.Action {
	return []keys.Action{keys.Enter, keys.Down, keys.Next, keys.Back, keys.Help}
}

func (q *questions) update(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		cmd, _ := q.form.Update(msg)
		return cmd
	}
	return nil
}
