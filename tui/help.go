package tui

import (
	tea "charm.land/bubbletea/v2"

	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// help lists what can be done on the screen below it; enter does it.
type help struct {
	screen.Base
	env    *screen.Env
	under  screen.Screen
	rows   []helpRow
	cursor screen.Cursor
	top    int // first line that is seen
}

// helpRow is a scope's title, a binding, or a note.
type helpRow struct {
	title   string
	binding keys.Binding
	note    keys.Note
}

func newHelp(env *screen.Env, under screen.Screen) *help {
	h := &help{env: env, under: under}
	for _, scope := range under.Scopes() {
		h.rows = append(h.rows, helpRow{title: scope.Title})
		for _, binding := range scope.Bindings {
			h.rows = append(h.rows, helpRow{binding: binding})
		}
		for _, note := range scope.Notes {
			h.rows = append(h.rows, helpRow{note: note})
		}
	}
	h.cursor.At = 1
	return h
}

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
	if row.binding.Action == "" {
		return "this row only explains"
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
	return "What can be done here", ""
}

// Body draws the rows, each on as many lines as it takes, around the chosen
// one.
func (h *help) Body(width, height int) []string {
	var lines []string
	first, last := 0, 0
	for i := range h.rows {
		if i == h.cursor.At {
			first = len(lines)
		}
		lines = append(lines, h.draw(i, width)...)
		if i == h.cursor.At {
			last = len(lines)
		}
	}
	h.top = min(h.top, max(0, first-1)) // a title is seen with its first binding
	h.top = max(h.top, last-height)
	h.top = max(0, min(h.top, len(lines)-height))
	h.cursor.Window(len(h.rows), height) // tells the cursor what a page is
	return text.Pad(lines[h.top:min(len(lines), h.top+max(0, height))], height)
}

// mark is the width of the column of keys.
const mark = 10

func (h *help) draw(i, width int) []string {
	th, row, chosen := h.env.Theme, &h.rows[i], i == h.cursor.At
	if row.title != "" {
		if chosen {
			return []string{th.Accent.Render("┃") + th.Title.Render(row.title)}
		}
		return []string{th.Title.Render(row.title)}
	}
	key, means, style := row.binding.Show, row.binding.Help, th.Key
	if row.note.Mark != "" {
		key, means, style = row.note.Mark, row.note.Means, th.Accent
	}
	if off := h.under.Off(row.binding.Action); row.binding.Action != "" && off != "" {
		means, style = "Not now: "+off+".", th.Muted
	}
	lines := text.Wrap(means, max(10, width-mark-3))
	for i, line := range lines {
		if chosen {
			lines[i] = th.Row(text.Fit(key, mark)+"  "+line, width, true, th.Plain)
		} else {
			lines[i] = " " + style.Render(text.Fit(key, mark)) + "  " + line
		}
		key = ""
	}
	return lines
}
