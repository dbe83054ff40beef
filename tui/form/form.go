// Package form is fields below one another: lines of text and choices.
//
// A screen owns a form, hands it keys and pastes, and reads its fields' values; the form
// knows focus, cursor, completion and the width that is left.
package form

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/tui/keys"
	"beagle/tui/text"
	"beagle/tui/theme"
)

// Form is a list of fields, one of which has the focus.
type Form struct {
	fields []*Field
	focus  int
}

// Field is one field. A field with options is a choice; else it is text.
type Field struct {
	Label   string        // what stands before the field
	Hint    string        // what belongs here; shown while the field has the focus
	Options []Option      // values of a choice; none: the field is text
	Off     func() string // why the field does not matter now; nil: it does

	// Fits are the words that a word could be completed to; nil: none. With Words the
	// text is several words, of which the one before the cursor is completed.
	Fits  func(word string) []string
	Words bool

	// Short says that the value is replaced rather than gone on with, such as a number, a time or a
	// path: it stands marked when the focus comes to it, and what is typed takes its place. Longer
	// lines are gone on with at their end.
	Short bool

	input    textinput.Model
	marked   bool // what is typed takes the place of the value
	chosen   int
	complete completion
}

// Option is one of the values of a choice.
type Option struct {
	Value string // what the setting is given
	Word  string // what people read
	Note  string // shown beside it
}

// maxText bounds what can be typed or pasted into one field.
const maxText = 8192

// Text is a line of text.
func Text(label, value, hint string) *Field {
	input := textinput.New()
	input.Prompt = ""
	input.CharLimit = maxText
	styles := input.Styles()
	styles.Cursor.Blink = false // a blinking cursor redraws a quiet screen over SSH
	input.SetStyles(styles)
	input.SetValue(text.Safe(value))
	return &Field{Label: label, Hint: hint, input: input}
}

// Short is a line of text that is replaced rather than gone on with.
func Short(label, value, hint string) *Field {
	f := Text(label, value, hint)
	f.Short = true
	return f
}

// Choice is one of several values.
func Choice(label, value, hint string, options ...Option) *Field {
	f := &Field{Label: label, Hint: hint, Options: options}
	for i, o := range options {
		if o.Value == value {
			f.chosen = i
		}
	}
	return f
}

// New is a form with the focus on its first field.
func New(fields ...*Field) *Form {
	f := &Form{fields: fields}
	f.at(0)
	return f
}

// Value is what the field holds.
func (f *Field) Value() string {
	if f.Options != nil {
		return f.Options[f.chosen].Value
	}
	return strings.TrimSpace(f.input.Value())
}

// Set changes a text field; its cursor stands at the end then, or a short one is marked.
func (f *Field) Set(value string) {
	f.input.SetValue(text.Safe(value))
	f.input.CursorEnd()
	f.marked = f.Short && f.input.Focused() && f.input.Value() != ""
}

// Values are what the fields hold, in their order.
func (f *Form) Values() []string {
	all := make([]string, len(f.fields))
	for i, field := range f.fields {
		if all[i] = field.input.Value(); field.Options != nil {
			all[i] = field.Value()
		}
	}
	return all
}

// SetValues puts back what Values said; of another form's values it takes none.
func (f *Form) SetValues(values []string) {
	if len(values) != len(f.fields) {
		return
	}
	for i, field := range f.fields {
		if field.Options == nil {
			field.Set(values[i])
			continue
		}
		for j, o := range field.Options {
			if o.Value == values[i] {
				field.chosen = j
			}
		}
	}
}

func (f *Form) focused() *Field { return f.fields[f.focus] }

// Before is the text before the cursor of the field with the focus.
func (f *Form) Before() string {
	input := &f.focused().input
	return string([]rune(input.Value())[:input.Position()])
}

// Replace puts a text in place of the last runes before the cursor, which stands
// behind it then.
func (f *Form) Replace(runes int, by string) {
	input := &f.focused().input
	value, at := []rune(input.Value()), input.Position()
	from := max(0, at-runes)
	input.SetValue(string(value[:from]) + by + string(value[at:]))
	input.SetCursor(from + len([]rune(by)))
}

// Typing reports whether the field with the focus is text.
func (f *Form) Typing() bool { return f.focused().Options == nil }

func (f *Form) at(i int) {
	f.fields[f.focus].input.Blur()
	f.fields[f.focus].complete = completion{}
	f.focus = i
	if field := f.fields[i]; f.Typing() {
		field.input.Focus()
		field.input.CursorEnd()
		field.marked = field.Short && field.input.Value() != ""
	}
}

// Act handles movements; it reports whether the action was one. Moving up and
// down within a choice chooses.
func (f *Form) Act(action keys.Action) bool {
	step := 1
	switch action {
	case keys.Next:
		if !f.Complete() {
			f.jump(1)
		}
		return true
	case keys.Previous:
		f.jump(-1)
		return true
	case keys.Down:
	case keys.Up:
		step = -1
	default:
		return false
	}
	field := f.focused()
	if to := field.chosen + step; to >= 0 && to < len(field.Options) {
		field.chosen = to
		return true
	}
	f.jump(step)
	return true
}

// jump goes to the next field that matters.
func (f *Form) jump(step int) {
	for to := f.focus + step; to >= 0 && to < len(f.fields); to += step {
		if off := f.fields[to].Off; off == nil || off() == "" {
			f.at(to)
			return
		}
	}
}

// Update hands a typed key or pasted text to the field with the focus; it
// reports whether the value changed.
func (f *Form) Update(msg tea.Msg) (tea.Cmd, bool) {
	if !f.Typing() {
		return nil, false
	}
	field := f.focused()
	before := field.input.Value()
	if field.marked {
		switch replaces, deletes := over(msg); {
		case deletes:
			field.marked = false
			field.Set("")
			f.look()
			return nil, true
		case replaces:
			field.Set("")
		}
		field.marked = false
	}
	var cmd tea.Cmd
	field.input, cmd = field.input.Update(msg)
	changed := field.input.Value() != before
	if changed {
		f.look()
	}
	return cmd, changed
}

// over tells what a key or a paste does to a value that is marked: what is typed takes its
// place, the keys that delete delete it, and all others leave it as it is.
func over(msg tea.Msg) (replaces, deletes bool) {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		return true, false
	case tea.KeyPressMsg:
		return msg.Text != "", msg.Code == tea.KeyBackspace || msg.Code == tea.KeyDelete
	}
	return false, false
}

// Draw draws the fields; labels stand in a column of their own.
func (f *Form) Draw(th *theme.Theme, width int) []string {
	column := 0
	for _, field := range f.fields {
		column = max(column, text.Width(field.Label))
	}
	column = min(column, width/3)
	var lines []string
	for i, field := range f.fields {
		lines = append(lines, field.draw(th, column, width, i == f.focus)...)
		if i == f.focus && field.Hint != "" {
			for _, line := range text.Wrap(field.Hint, max(10, width-column-4)) {
				lines = append(lines, strings.Repeat(" ", column+4)+th.Muted.Render(line))
			}
		}
		if fits := field.complete.candidates(); i == f.focus && fits != "" {
			lines = append(lines, strings.Repeat(" ", column+4)+th.Info.Render(text.Cut(text.Safe(fits), width-column-4)))
		}
	}
	return lines
}

// draw draws a field with its label, and what it is for where it has the focus.
func (f *Field) draw(th *theme.Theme, column, width int, focus bool) []string {
	mark, label := "  ", th.Muted.Render(text.Fit(f.Label, column))
	if focus {
		mark, label = th.Accent.Render("┃ "), th.Strong.Render(text.Fit(f.Label, column))
	}
	if f.Off != nil && !focus {
		if why := f.Off(); why != "" {
			return []string{mark + label + "  " + th.Muted.Render(text.Cut(why, width-column-4))}
		}
	}
	if f.Options != nil {
		return f.drawChoice(th, mark, label, column, width, focus)
	}
	room := max(4, width-column-4)
	if focus && f.marked {
		value := text.Cut(f.input.Value(), room)
		line := mark + label + "  " + th.Marked.Render(value)
		if says := "  typing replaces it, ← keeps it"; text.Width(value)+text.Width(says) <= room {
			line += th.Muted.Render(says)
		}
		return []string{line}
	}
	if focus {
		f.input.SetWidth(room - 1)
		return []string{mark + label + "  " + f.input.View()}
	}
	value := text.Cut(f.input.Value(), room)
	if value == "" {
		value = th.Muted.Render(quantity.None)
	}
	return []string{mark + label + "  " + value}
}

func (f *Field) drawChoice(th *theme.Theme, mark, label string, column, width int, focus bool) []string {
	words := 0
	for _, o := range f.Options {
		words = max(words, text.Width(o.Word))
	}
	var lines []string
	for i, o := range f.Options {
		sign, style := "○ ", th.Plain
		if i == f.chosen {
			sign, style = "● ", th.Strong
		}
		note := o.Note
		room := width - column - 4
		line := style.Render(sign + text.Fit(text.Cut(o.Word, room-2), min(words, room-2)))
		if left := room - words - 4; note != "" && left > 8 {
			line += "  " + th.Muted.Render(text.Cut(note, left))
		}
		lines = append(lines, mark+label+"  "+line)
		label = strings.Repeat(" ", column)
		if focus {
			mark = th.Accent.Render("┃ ")
		}
	}
	return lines
}
