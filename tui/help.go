package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// help lists what can be done on the screen below it; enter does it.
type help struct {
	screen.List
	env   *screen.Env
	under screen.Screen
	rows  []helpRow // that the filter shows
	top   int       // first line that is seen

	commands screen.Commanding // whose actions are shown as commands, to be copied; nil: all are shown
	words    int               // width of the longest word beside a command
}

// helpRow is a scope's title, a binding, or a note.
type helpRow struct {
	title   string
	binding keys.Binding
	note    keys.Note

	elsewhere string // the screen that a binding belongs to, where it is not the one below
}

// newHelp shows what can be done on a screen, and what its marks mean.
func newHelp(env *screen.Env, under screen.Screen) *help {
	h := &help{env: env, under: under}
	h.Narrow = h.arrange
	h.arrange()
	return h
}

func newCommands(env *screen.Env, under screen.Screen) *help {
	h := &help{env: env, under: under}
	if h.commands, _ = under.(screen.Commanding); h.commands != nil {
		h.Narrow = h.commandRows
		h.commandRows()
	}
	return h
}

// newPalette is the help, in which the name of what is to be done is typed.
func newPalette(env *screen.Env, under screen.Screen) *help {
	h := newHelp(env, under)
	h.Filter.Typing = true
	h.arrange()
	return h
}

// arrange makes the rows. What is looked for is found in the names of actions first, then as
// letters in their order, then in explanations, and last on other screens; titles give way to it.
func (h *help) arrange() {
	h.rows, h.Cursor.At = nil, 0
	want := strings.ToLower(strings.TrimSpace(h.Filter.Text))
	if !h.Filter.Typing && want == "" {
		h.all()
		return
	}
	found := map[keys.Action]bool{}
	look := func(scopes []*keys.Scope, elsewhere bool, fits func(*keys.Binding) bool) {
		for _, scope := range scopes {
			for _, b := range scope.Bindings {
				if !found[b.Action] && fits(&b) {
					row := helpRow{binding: b}
					if found[b.Action] = true; elsewhere {
						row.elsewhere = scope.Title
					}
					h.rows = append(h.rows, row)
				}
			}
		}
	}
	named := func(b *keys.Binding) bool { return strings.Contains(nameOf(b), want) }
	here := h.under.Scopes()
	look(here, false, named)
	look(here, false, func(b *keys.Binding) bool { return inOrder(want, b.Word) })
	look(here, false, func(b *keys.Binding) bool { return strings.Contains(strings.ToLower(b.Help), want) })
	for _, scope := range here {
		for _, note := range scope.Notes {
			if strings.Contains(strings.ToLower(note.Mark+" "+note.Means), want) {
				h.rows = append(h.rows, helpRow{note: note})
			}
		}
	}
	if want != "" {
		look(keys.Scopes, true, named)
	}
}

func (h *help) commandRows() {
	h.rows, h.words, h.Cursor.At = nil, 0, 0
	for _, scope := range h.under.Scopes() {
		for _, b := range scope.Bindings {
			if command := h.commands.Command(b.Action); command != "" && text.Contains(h.Filter.Text, b.Word, command) {
				h.rows = append(h.rows, helpRow{binding: b})
				h.words = max(h.words, text.Width(b.Word))
			}
		}
	}
}

// all are the rows while nothing is looked for.
func (h *help) all() {
	for _, scope := range h.under.Scopes() {
		h.rows = append(h.rows, helpRow{title: scope.Title})
		for _, binding := range scope.Bindings {
			h.rows = append(h.rows, helpRow{binding: binding})
		}
		for _, note := range scope.Notes {
			h.rows = append(h.rows, helpRow{note: note})
		}
	}
	h.Cursor.At = 1
}

// alike are further names of actions, which people know from other programs.
var alike = map[keys.Action]string{keys.Leave: "quit exit q!", keys.Snapshot: "picture svg", keys.Theme: "colours colors", keys.Export: "csv", keys.Write: "save"}

func nameOf(b *keys.Binding) string {
	return strings.ToLower(b.Word + " " + string(b.Action) + " " + alike[b.Action])
}

// inOrder reports whether a word has all letters of a text, in their order.
func inOrder(text, word string) bool {
	word = strings.ToLower(word)
	for _, r := range text {
		at := strings.IndexRune(word, r)
		if at < 0 {
			return false
		}
		word = word[at+len(string(r)):]
	}
	return true
}

func (h *help) Scopes() []*keys.Scope {
	if h.Filter.Typing {
		return []*keys.Scope{paletteKeys}
	}
	return []*keys.Scope{helpKeys, keys.Moving, keys.Everywhere}
}

// helpKeys is not part of the table: it is about the table.
var helpKeys = &keys.Scope{Title: "Help", Bindings: []keys.Binding{
	{Action: keys.Enter, Keys: []string{"enter"}, Show: "enter", Word: "run"},
	{Action: keys.Filter, Keys: []string{"/", ":"}, Show: "/", Word: "find"},
	{Action: keys.Back, Keys: []string{"esc", "?", "f1", "q"}, Show: "esc", Word: "back"},
}}

// paletteKeys hold while a name is typed.
var paletteKeys = &keys.Scope{Title: "Find", Bindings: []keys.Binding{
	{Action: keys.Enter, Keys: []string{"enter"}, Show: "enter", Word: "run"},
	{Action: keys.Up, Keys: []string{"up"}, Show: "↑", Word: "up"},
	{Action: keys.Down, Keys: []string{"down"}, Show: "↓", Word: "down"},
	{Action: keys.Back, Keys: []string{"esc"}, Show: "esc", Word: "back"},
	{Action: keys.Stop, Keys: []string{"ctrl+c"}, Show: "ctrl+c", Word: "leave"},
}}

func (h *help) Footer() []keys.Action {
	return []keys.Action{keys.Enter, keys.Filter, keys.Up, keys.Down, keys.Back}
}

// Word says that a command is copied, not run.
func (h *help) Word(action keys.Action) string {
	if action == keys.Enter && h.commands != nil {
		return "copy"
	}
	return ""
}

func (h *help) Off(action keys.Action) string {
	if action != keys.Enter {
		return ""
	}
	if len(h.rows) == 0 {
		return "no match"
	}
	row := h.rows[h.Cursor.At]
	if row.binding.Action == "" {
		return "this row only explains"
	}
	if h.commands != nil {
		return ""
	} else if row.elsewhere != "" {
		return "it belongs to another screen: " + row.elsewhere
	}
	return h.under.Off(row.binding.Action)
}

func (h *help) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		chosen := h.rows[h.Cursor.At].binding.Action
		if h.commands != nil {
			return tea.Batch(h.env.Go(screen.Close{}), screen.Copy(h.commands.Command(chosen)))
		}
		return tea.Batch(h.env.Go(screen.Close{}), h.env.Go(act{chosen}))
	case keys.Filter:
		h.Filter.Typing = true
		h.Narrow()
	case keys.Back:
		return h.env.Go(screen.Close{})
	case keys.Stop:
		return tea.Batch(h.env.Go(screen.Close{}), h.env.Go(act{keys.Stop}))
	default:
		h.Cursor.Move(action, len(h.rows))
	}
	return nil
}

func (h *help) Title() (left, right string) {
	if h.commands != nil {
		return "What the keys are on the command line", ""
	}
	return "Help: what you can do here", ""
}

// Body draws the rows, each on as many lines as it takes, around the chosen
// one.
func (h *help) Body(width, height int) (drawn []string) {
	var lines []string
	if filter := h.Filter.Draw(h.env.Theme); filter != "" {
		height--
		defer func() { drawn = append([]string{filter}, drawn...) }()
	}
	if len(h.rows) == 0 {
		return text.Pad([]string{"", h.env.Theme.Muted.Render("  No match; esc goes back.")}, height)
	}
	first, last := 0, 0
	for i := range h.rows {
		if i == h.Cursor.At {
			first = len(lines)
		}
		lines = append(lines, h.draw(i, width)...)
		if i == h.Cursor.At {
			last = len(lines)
		}
	}
	h.top = min(h.top, max(0, first-1)) // a title is seen with its first binding
	h.top = max(h.top, last-height)
	h.top = max(0, min(h.top, len(lines)-height))
	h.Cursor.Window(len(h.rows), height) // tells the cursor what a page is
	return text.Pad(lines[h.top:min(len(lines), h.top+max(0, height))], height)
}

// mark is the width of the column of keys.
const mark = 10

func (h *help) draw(i, width int) []string {
	th, row, chosen := h.env.Theme, &h.rows[i], i == h.Cursor.At
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
	if h.commands != nil {
		means = text.Fit(row.binding.Word, h.words) + "  " + h.commands.Command(row.binding.Action)
	} else if row.elsewhere != "" {
		means, style = row.elsewhere+": "+means, th.Muted
	} else if off := h.under.Off(row.binding.Action); row.binding.Action != "" && off != "" {
		means, style = means+" Not now: "+off+".", th.Muted
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
