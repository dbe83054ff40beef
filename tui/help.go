package tui

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	below []screen.Screen // behind that one, the nearest last
	rows  []helpRow       // that the filter shows
	top   int             // first line that is seen
	seen  int             // rows that are seen at once

	copies   bool              // commands are shown, to be copied; else what can be done, to do it
	commands screen.Commanding // whose keys are shown as commands; nil: nobody's
	done     []string          // what was done from the screens, as commands
	words    int               // width of the column of words
}

// helpRow is a scope's title, a binding, or a note.
type helpRow struct {
	title   string
	binding keys.Binding
	note    keys.Note

	command   string        // to be copied
	elsewhere *keys.Scope   // the screen that a binding belongs to, where it is not the one below, or that is meant itself
	back      screen.Screen // that screen, where one can go back to it
}

// newHelp shows what can be done on a screen, and what its marks mean.
func newHelp(env *screen.Env, screens []screen.Screen) *help {
	last := len(screens) - 1
	h := &help{env: env, under: screens[last], below: screens[:last]}
	h.Narrow = h.arrange
	h.arrange()
	return h
}

// newCommands shows what was done as commands, and what the keys of a screen would be.
func newCommands(env *screen.Env, under screen.Screen, done []string) *help {
	h := &help{env: env, under: under, copies: true, done: done}
	h.commands, _ = under.(screen.Commanding)
	h.Narrow = h.commandRows
	h.commandRows()
	return h
}

// newPalette is the help, in which the name of what is to be done is typed.
func newPalette(env *screen.Env, screens []screen.Screen) *help {
	h := newHelp(env, screens)
	h.Filter.Typing = true
	h.arrange()
	return h
}

// arrange makes the rows that match the filter, best matches first: the beginning of a word in the name of an action, then of
// a screen; anywhere in these names; their letters in this order; the beginning of a word in an explanation; and last the names
// of actions of other screens.
func (h *help) arrange() {
	h.rows, h.Cursor.At = nil, 0
	want := strings.ToLower(strings.TrimSpace(h.Filter.Text))
	if !h.Filter.Typing && want == "" {
		h.all()
		return
	}
	first := func(name string) bool { return begins(name, want) }
	for _, fits := range []func(name string) bool{
		first,
		func(name string) bool { return strings.Contains(name, want) },
		func(name string) bool {
			return slices.ContainsFunc(strings.Fields(name), func(word string) bool { return inOrder(want, word) })
		},
	} {
		h.actions(h.under.Scopes(), false, func(b *keys.Binding) bool { return fits(nameOf(b)) })
		if want != "" {
			h.screens(fits)
		}
	}
	h.actions(h.under.Scopes(), false, func(b *keys.Binding) bool { return first(strings.ToLower(b.Help)) })
	for _, scope := range h.under.Scopes() {
		for _, note := range scope.Notes {
			if first(strings.ToLower(note.Mark + " " + note.Means)) {
				h.rows = append(h.rows, helpRow{note: note})
			}
		}
	}
	if want != "" {
		h.actions(keys.Scopes, true, func(b *keys.Binding) bool { return strings.Contains(nameOf(b), want) })
	}
}

// actions adds rows for the actions that fit and have none yet. elsewhere: the scopes are those of other screens.
func (h *help) actions(scopes []*keys.Scope, elsewhere bool, fits func(*keys.Binding) bool) {
	for _, scope := range scopes {
		for _, b := range scope.Bindings {
			if !fits(&b) || slices.ContainsFunc(h.rows, func(r helpRow) bool { return r.binding.Action == b.Action }) {
				continue
			}
			row := helpRow{binding: b}
			if elsewhere {
				row.elsewhere, row.back = scope, h.behind(scope)
			}
			h.rows = append(h.rows, row)
		}
	}
}

// screens adds rows for the other screens that have none yet and whose titles, in small letters, fit.
func (h *help) screens(fits func(title string) bool) {
	here := h.under.Scopes()
	for _, scope := range keys.Scopes {
		back := h.behind(scope)
		listed := slices.ContainsFunc(h.rows, func(r helpRow) bool { return r.elsewhere == scope })
		if !listed && (back != nil || scope.Opened != "") && !slices.Contains(here, scope) && fits(strings.ToLower(scope.Title)) {
			h.rows = append(h.rows, helpRow{elsewhere: scope, back: back})
		}
	}
}

// behind is the nearest screen behind the present one that has a scope of its own; nil: none is.
func (h *help) behind(scope *keys.Scope) screen.Screen {
	for _, s := range slices.Backward(h.below) {
		if scopes := s.Scopes(); len(scopes) > 0 && scopes[0] == scope {
			return s
		}
	}
	return nil
}

func (h *help) commandRows() {
	h.rows, h.Cursor.At = nil, 0
	seen := map[keys.Action]bool{}
	for _, scope := range h.under.Scopes() {
		for _, b := range scope.Bindings {
			if h.commands == nil || seen[b.Action] {
				continue
			}
			seen[b.Action] = true
			b.Word = cmp.Or(h.under.Word(b.Action), b.Word)
			if command := h.commands.Command(b.Action); command != "" && text.Contains(h.Filter.Text, b.Word, command) {
				h.rows = append(h.rows, helpRow{binding: b, command: command})
			}
		}
	}
	if len(h.rows) > 0 {
		h.rows = slices.Insert(h.rows, 0, helpRow{title: "Keys of this screen"})
	}
	titled := false
	for _, command := range slices.Backward(h.done) {
		if text.Contains(h.Filter.Text, command) {
			if !titled {
				h.rows, titled = append(h.rows, helpRow{title: "Done so far, the last first"}), true
			}
			h.rows = append(h.rows, helpRow{command: command})
		}
	}
	h.Cursor.At = min(1, max(0, len(h.rows)-1))
}

// all makes the rows while the filter is empty: keys grouped by purpose, then those that are not possible now, then the
// meaning of marks and words.
func (h *help) all() {
	scopes := h.under.Scopes()
	groups, shown := map[keys.Purpose][]helpRow{}, map[keys.Action]bool{}
	var notes []helpRow
	for _, scope := range scopes {
		if scope == keys.Moving {
			groups[keys.Walking] = append(groups[keys.Walking], moves(scope))
			continue
		}
		for _, b := range scope.Bindings {
			group := b.Action.Purpose()
			if h.under.Off(b.Action) != "" {
				group = notNow
			}
			if !shown[b.Action] {
				groups[group] = append(groups[group], helpRow{binding: b})
			}
			shown[b.Action] = true
		}
		for _, note := range scope.Notes {
			notes = append(notes, helpRow{note: note})
		}
	}
	add := func(title string, rows []helpRow) {
		if len(rows) > 0 {
			h.rows = append(append(h.rows, helpRow{title: title}), rows...)
		}
	}
	for _, purpose := range append(keys.Purposes, notNow) {
		add(cmp.Or(string(purpose), scopes[0].Title), groups[purpose])
	}
	add("Marks and words", notes)
	h.Cursor.At = 1
}

// notNow groups the actions that are not possible at present, whatever they are for.
const notNow keys.Purpose = "Not now"

// moves puts the keys that move in a list into one row, since everybody knows them.
func moves(scope *keys.Scope) helpRow {
	said := make([]string, len(scope.Bindings))
	for i, b := range scope.Bindings {
		said[i] = b.Show + " " + b.Word
	}
	return helpRow{note: keys.Note{Mark: "in lists", Means: strings.Join(said, ", ")}}
}

// alike are further names of actions, which people know from other programs.
var alike = map[keys.Action]string{keys.Leave: "quit exit q!", keys.Snapshot: "picture svg", keys.Theme: "colours colors", keys.Export: "csv", keys.Write: "save"}

func nameOf(b *keys.Binding) string {
	return strings.ToLower(b.Word + " " + string(b.Action) + " " + alike[b.Action])
}

// begins reports whether any word of a text begins with want.
func begins(said, want string) bool {
	for from := 0; ; {
		at := strings.Index(said[from:], want)
		if at < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(said[:from+at])
		if from+at == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return true
		}
		from += at + 1
	}
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
	if action == keys.Enter && h.copies {
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
	row := &h.rows[h.Cursor.At]
	switch {
	case row.elsewhere != nil && row.back == nil:
		return "it is on the screen " + row.elsewhere.Title + "; " + cmp.Or(row.elsewhere.Opened, "open that first")
	case row.elsewhere != nil:
		return ""
	case row.command != "":
		return ""
	case row.binding.Action == "":
		return "this row only explains"
	}
	return h.under.Off(row.binding.Action)
}

func (h *help) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		row := &h.rows[h.Cursor.At]
		chosen := row.binding.Action
		switch {
		case row.back != nil && chosen == "":
			return h.env.Go(goTo{row.back})
		case row.back != nil:
			return tea.Sequence(h.env.Go(goTo{row.back}), h.env.Go(act{chosen}))
		case row.command != "":
			return tea.Batch(h.env.Go(screen.Close{}), screen.Copy(row.command))
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
		h.move(action)
	}
	return nil
}

// move goes to another row and skips titles, in the same direction; above the first title there is no row.
func (h *help) move(action keys.Action) {
	title := func() bool { return h.Cursor.At < len(h.rows) && h.rows[h.Cursor.At].title != "" }
	before := h.Cursor.At
	h.Cursor.Move(action, len(h.rows))
	if title() && h.Cursor.At < before {
		h.Cursor.Move(keys.Up, len(h.rows))
	}
	if title() {
		h.Cursor.Move(keys.Down, len(h.rows))
	}
}

// Where says which row is chosen, where not all are seen; titles do not count.
func (h *help) Where() string {
	at, rows := 0, 0
	for i := range h.rows {
		if h.rows[i].title == "" {
			if rows++; i < h.Cursor.At {
				at++
			}
		}
	}
	return screen.Where(at, rows, h.seen)
}

func (h *help) Title() (left, right string) {
	if h.copies {
		return "Commands: what the keys are in a shell", ""
	}
	if h.Filter.Typing {
		return "Find a command or a screen", ""
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
	h.words = 0
	for i := range h.rows {
		h.words = min(max(h.words, text.Width(h.called(&h.rows[i]))), width/3)
	}
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
	if h.seen = len(h.rows); len(lines) > height {
		h.seen = height - (last - first) // all but the chosen one take one line
	}
	h.Cursor.Window(len(h.rows), h.seen)
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
	key, word, means, style := row.binding.Show, h.called(row), row.binding.Help, th.Key
	if row.note.Mark != "" {
		key, means, style = row.note.Mark, row.note.Means, th.Accent
	}
	switch off := h.under.Off(row.binding.Action); {
	case row.command != "":
		means = row.command
	case row.elsewhere != nil && row.back == nil:
		key, means, style = cmp.Or(key, "screen"), "Not from here: "+cmp.Or(row.elsewhere.Opened, "open that screen first")+". "+means, th.Muted
	case row.elsewhere != nil:
		key = cmp.Or(key, "screen")
	case row.binding.Action != "" && off != "":
		means, style = "Not now: "+off+". "+means, th.Muted
	}
	key = text.Fit(key, mark) + " "
	if word != "" {
		word = text.Fit(word, h.words) + "  "
	}
	lead := key + word
	room := max(10, width-text.Width(lead)-1)
	if !chosen { // one line each; the chosen row says all
		return []string{" " + style.Render(key) + word + th.Muted.Render(text.Cut(means, room))}
	}
	lines := text.Wrap(means, room)
	for i, line := range lines {
		lines[i] = th.Row(lead+line, width, true, th.Plain)
		lead = strings.Repeat(" ", text.Width(lead))
	}
	return lines
}

// called is the name of the action or screen of a row; empty: a note, or a command that was run before.
func (h *help) called(row *helpRow) string {
	switch {
	case row.elsewhere != nil && row.binding.Action == "":
		return row.elsewhere.Title
	case row.elsewhere != nil:
		return row.binding.Word + " (" + row.elsewhere.Title + ")"
	case row.binding.Action == "":
		return ""
	}
	return cmp.Or(h.under.Word(row.binding.Action), row.binding.Word)
}
