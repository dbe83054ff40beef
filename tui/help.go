package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// help lists what can be done on the screen below it; enter does it.
type help struct {
	env    *screen.Env
	under  screen.Screen
	rows   []helpRow
	cursor screen.Cursor
}

type helpRow struct {
	title   string // a scope's; empty: a binding
	binding keys.Binding
}

func newHelp(env *screen.Env, under screen.Screen) *help {
	h := &help{env: env, under: under}
	for _, scope := range under.Scopes() {
		h.rows = append(h.rows, helpRow{title: scope.Title})
		for _, binding := range scope.Bindings {
			h.rows = append(h.rows, helpRow{binding: binding})
		}
	}
	h.cursor.At = 1
	return h
}

func (h *help) Init() tea.Cmd          { return nil }
func (h *help) Update(tea.Msg) tea.Cmd { return nil }
func (h *help) Typing() bool           { return false }

func (h *help) Scopes() []*keys.Scope {
	return []*keys.Scope{helpKeys, keys.Moving, keys.Everywhere}
}

// helpKeys is not part of the table: it is about the table.
var helpKeys = &keys.Scope{Title: "Help", Bindings: []keys.Binding{
	{Action: keys.Enter, Keys: []string{"enter"}, Show: "enter", Word: "do it"},
	{Action: keys.Back, Keys: []string{"esc", "?", "f1", "q"}, Show: "esc", Word: "back"},
}}

func (h *help) Footer() []keys.Action {
	return []keys.Action{keys.Enter, keys.Up, keys.Down, keys.Back}
}

func (h *help) Off(action keys.Action) string {
	if action != keys.Enter {
		return ""
	}
	row := h.rows[h.cursor.At]
	if row.title != "" {
		return "this is a heading"
	}
	return h.under.Off(row.binding.Action)
}

func (h *help) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		chosen := h.rows[h.cursor.At].binding.Action
		return tea.Batch(h.env.Go(screen.Close{}), h.env.Go(act{chosen}))
	case keys.Back:
		return h.env.Go(screen.Close{})
	case keys.Stop:
		return tea.Batch(h.env.Go(screen.Close{}), h.env.Go(act{keys.Stop}))
	default:
		h.cursor.Move(action, len(h.rows))
	}
	return nil
}

func (h *help) Title() (left, right string) {
	return "What can be done here", h.env.Theme.Muted.Render(h.cursor.More(len(h.rows), 1<<20))
}

func (h *help) Body(width, height int) []string {
	th := h.env.Theme
	var lines []string
	from, to := h.cursor.Window(len(h.rows), height)
	for i := from; i < to; i++ {
		row := h.rows[i]
		if row.title != "" {
			line := th.Title.Render(row.title)
			if i == h.cursor.At {
				line = th.Accent.Render("┃") + line
			}
			lines = append(lines, line)
			continue
		}
		line := fmt.Sprintf("%s  %s", text.Fit(row.binding.Show, 10), row.binding.Help)
		if off := h.under.Off(row.binding.Action); off != "" {
			line = fmt.Sprintf("%s  Not now: %s.", text.Fit(row.binding.Show, 10), off)
		}
		switch {
		case i == h.cursor.At:
			line = th.Accent.Render("┃") + th.Chosen.Render(text.Fit(line, width-1))
		case h.under.Off(row.binding.Action) != "":
			line = " " + th.Muted.Render(text.Cut(line, width-1))
		default:
			line = " " + th.Key.Render(text.Fit(row.binding.Show, 10)) + "  " + text.Cut(row.binding.Help, width-13)
		}
		lines = append(lines, line)
	}
	return text.Pad(lines, height)
}
