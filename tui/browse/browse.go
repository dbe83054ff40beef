// Package browse is the screen of a model without an analysis: its elements with their values, what is wrong with it,
// a value that a person types, and the way to what-if.
package browse

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
	"beagle/tui/dialog"
	"beagle/tui/evidence"
	"beagle/tui/form"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/table"
	"beagle/tui/text"
	"beagle/tui/whatif"
	"beagle/tui/words"
)

// Screen is the list of elements, and below it the chosen one or the fields in which its value is typed.
type Screen struct {
	*table.Screen
	env      *screen.Env
	path     string
	model    adapter.Model
	problems []model.Problem // of the file, without the changes
	elements []model.Element
	changes  map[model.ElementID]adapter.Change
	content  []byte // of the file, with the changes
	form     *form.Form
	fields   []*form.Field
	wrong    []model.Problem // with what is typed
}

// New is the screen of a model's file.
func New(env *screen.Env, path string) (*Screen, error) {
	s := &Screen{env: env, path: path}
	s.Screen = table.New(env, table.Table{Name: "model", Read: func() ([][]string, error) { return nil, nil }, Mark: s.mark, Below: s.below})
	s.Keys = keys.Model
	return s, s.read()
}

// read reads the file; nothing is changed then.
func (s *Screen) read() (err error) {
	if s.model, err = adapter.Read(s.path); err != nil {
		return err
	}
	s.problems = s.model.Problems()
	if m, ok := s.model.(adapter.Checking); ok {
		s.problems = m.Check()
	}
	s.elements, s.changes, s.content = s.model.Elements(), map[model.ElementID]adapter.Change{}, s.model.Bytes()
	s.list()
	return nil
}

// header are the columns.
var header = []string{"place", "element", "kind", "value"}

// list makes the rows anew.
func (s *Screen) list() {
	rows := make([][]string, len(s.elements))
	for i := range s.elements {
		e := &s.elements[i]
		rows[i] = []string{words.Place(e), words.Name(e), words.Short(e.Kind), s.value(e)}
	}
	s.Set(header, rows)
}

// value is the text of the value column: the changed value, else that of the file.
func (s *Screen) value(e *model.Element) string {
	if c, changed := s.changes[e.ID]; changed {
		return "* " + strings.Join(texts(&c), "   ")
	}
	return words.Old(e)
}

// texts are the expression of a change, or those of its transitions.
func texts(c *adapter.Change) []string {
	if c.Element.Kind != model.Branch {
		return []string{c.Expression}
	}
	all := make([]string, len(c.Transitions))
	for i, t := range c.Transitions {
		if all[i] = t.Condition; t.Probability != nil {
			all[i] = strconv.FormatFloat(*t.Probability, 'g', -1, 64)
		}
	}
	return all
}

func (s *Screen) mark(row []string) string {
	if strings.HasPrefix(row[3], "* ") {
		return "*"
	}
	return " "
}

// chosen is the element with the bar; nil: there is none.
func (s *Screen) chosen() *model.Element {
	if at := s.Chosen(); at >= 0 {
		return &s.elements[at]
	}
	return nil
}

// below is the element in full, or the fields of its value.
func (s *Screen) below(at, width int) []string {
	th, e := s.env.Theme, &s.elements[at]
	lines := []string{evidence.Heading(th, &run.ElementState{Element: *e}, width)}
	if s.form != nil {
		lines = append(lines, s.form.Draw(th, width)...)
		for i := range s.wrong {
			lines = append(lines, text.Wrap(th.Bad.Render("✗ ")+text.Safe(s.wrong[i].Message), width)...)
		}
		return lines
	}
	lines = append(lines, evidence.Fact(th, "Value", words.Old(e), width, 4)...)
	if c, changed := s.changes[e.ID]; changed {
		lines = append(lines, evidence.Fact(th, "New", strings.Join(texts(&c), "   "), width, 4)...)
	}
	for _, p := range s.problems {
		if p.Element == e.ID {
			lines = append(lines, evidence.Fact(th, words.Severity(p.Severity), words.Problem(&p), width, 2)...)
		}
	}
	return append(lines, evidence.Fact(th, "Line", strconv.Itoa(e.Line), width, 1)...)
}

// Update takes in what is typed, and reads a file again that was written.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if m, ok := msg.(writtenMsg); ok {
		if m.err == nil {
			m.err = s.read()
		}
		if m.err != nil {
			return screen.Say("Not written: " + text.Safe(m.err.Error()))
		}
		return screen.Say("Written to " + text.Safe(s.path) + "; the old file is " + text.Safe(filepath.Base(m.backup)) + ".")
	}
	if s.form == nil {
		return s.Screen.Update(msg)
	}
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		cmd, changed := s.form.Update(msg)
		if changed {
			s.wrong = nil
		}
		return cmd
	}
	return nil
}

// Typing reports whether a value or the filter is typed.
func (s *Screen) Typing() bool { return s.form != nil || s.Screen.Typing() }

// Word says that going back discards what is typed.
func (s *Screen) Word(action keys.Action) string {
	if s.form != nil {
		return ""
	}
	return s.Screen.Word(action)
}

// Scopes are the bindings that hold now.
func (s *Screen) Scopes() []*keys.Scope {
	if s.form != nil {
		return []*keys.Scope{keys.Value, keys.Everywhere}
	}
	return s.Screen.Scopes()
}

// Footer names what matters.
func (s *Screen) Footer() []keys.Action {
	switch {
	case s.form != nil && len(s.fields) == 1:
		return []keys.Action{keys.Enter, keys.Back, keys.Help}
	case s.form != nil:
		return []keys.Action{keys.Enter, keys.Next, keys.Back, keys.Help}
	}
	return s.Filter.Footer(keys.Enter, keys.Undo, keys.Write, keys.Validate, keys.WhatNow, keys.Filter, keys.Sort, keys.Back, keys.Help)
}

// Off says why something cannot be done now.
func (s *Screen) Off(action keys.Action) string {
	e := s.chosen()
	switch {
	case s.Typing():
	case e == nil && (action == keys.Enter || action == keys.Undo):
		return "No match; esc shows all."
	case action == keys.Undo:
		if _, changed := s.changes[e.ID]; !changed {
			return "this value is as in the file"
		}
	case action == keys.Write && len(s.changes) == 0:
		return "no value was changed"
	}
	return s.Screen.Off(action)
}

// Act edits, checks, writes, or asks what would be.
func (s *Screen) Act(action keys.Action) tea.Cmd {
	if s.form != nil {
		return s.edit(action)
	}
	if s.Typing() {
		return s.Screen.Act(action)
	}
	switch action {
	case keys.Enter:
		s.begin(s.chosen())
	case keys.Undo:
		delete(s.changes, s.chosen().ID)
		return s.calibrate()
	case keys.Validate:
		return s.env.Go(screen.Open{Screen: s.checks()})
	case keys.WhatNow:
		asked, err := whatif.Of(s.env, s.path, s.path, s.content, func() tea.Cmd { return screen.Send(screen.Quit{}) })
		if err != nil {
			return screen.Say("Can't ask what if: " + text.Safe(err.Error()))
		}
		return s.env.Go(screen.Open{Screen: asked})
	case keys.Write:
		return dialog.Show(s.env, &dialog.Dialog{
			Title: "Write the model?", Text: fmt.Sprintf("%s in %s. The old file is kept as .bak.", quantity.Plural(len(s.changes), "value changes", "values change"), text.Safe(s.path)),
			Answers: []dialog.Answer{{Key: "esc", Word: "cancel"}, {Key: "w", Word: "write", Do: s.write}},
		})
	case keys.Back, keys.Leave, keys.Stop:
		if len(s.changes) > 0 && s.Filter.Text == "" {
			return dialog.Show(s.env, &dialog.Dialog{
				Title: "Discard the changes?", Text: quantity.Plural(len(s.changes), "changed value is", "changed values are") + " not written.",
				Answers: []dialog.Answer{{Key: "esc", Word: "stay"}, {Key: "x", Word: "discard", Do: s.env.Away(action)}}, Again: screen.Send(screen.Quit{}),
			})
		}
		return s.Screen.Act(action)
	default:
		return s.Screen.Act(action)
	}
	return nil
}

// begin lets a person type the value of an element: of a branch one for each transition.
func (s *Screen) begin(e *model.Element) {
	s.wrong, s.fields = nil, nil
	c, changed := s.changes[e.ID]
	if e.Kind != model.Branch {
		value := e.Old
		if changed {
			value = c.Expression
		}
		s.fields = []*form.Field{form.Text("Value", value, "a stochastic expression")}
	}
	for i, o := range e.Branches {
		value := o.Condition
		if !o.Guarded {
			value = strconv.FormatFloat(o.Probability, 'g', -1, 64)
		}
		if changed {
			value = texts(&c)[i]
		}
		s.fields = append(s.fields, form.Text(text.Safe(o.Name), value, "a condition, or a probability"))
	}
	s.form = form.New(s.fields...)
}

// edit ends the typing, or goes on to another field.
func (s *Screen) edit(action keys.Action) tea.Cmd {
	switch action {
	case keys.Back:
		s.form = nil
	case keys.Enter:
		return s.take(s.chosen())
	case keys.Stop:
		return s.env.Away(action)
	default:
		s.form.Act(action)
	}
	return nil
}

// take takes what was typed, unless no simulator would accept it.
func (s *Screen) take(e *model.Element) tea.Cmd {
	c := adapter.Change{Element: *e}
	s.wrong = nil
	for i, field := range s.fields {
		value := strings.TrimSpace(field.Value())
		if e.Kind == model.Branch {
			t := adapter.Transition{ID: e.Branches[i].ID, Condition: value}
			if p, err := strconv.ParseFloat(value, 64); err == nil {
				t.Condition, t.Probability = "", &p
			}
			c.Transitions = append(c.Transitions, t)
			if t.Probability != nil {
				continue
			}
		} else {
			c.Expression = value
		}
		for _, p := range adapter.ExpressionsOf(s.path).Check(e, value) {
			if p.Severity == model.Error {
				s.wrong = append(s.wrong, p)
			}
		}
	}
	if e.Kind == model.Branch {
		s.wrong = append(s.wrong, run.CheckTransitions(texts(&c))...)
	}
	if len(s.wrong) > 0 {
		return nil
	}
	was, had := s.changes[e.ID]
	s.changes[e.ID] = c
	if err := s.apply(); err != nil {
		if delete(s.changes, e.ID); had {
			s.changes[e.ID] = was
		}
		s.wrong = []model.Problem{{Message: err.Error()}}
		return nil
	}
	s.form = nil
	s.list()
	return screen.Say("Changed; w writes it into the model.")
}

// apply puts the changes into the file's content.
func (s *Screen) apply() error {
	var all []adapter.Change
	for i := range s.elements {
		if c, changed := s.changes[s.elements[i].ID]; changed {
			all = append(all, c)
		}
	}
	content, problems, err := s.model.Calibrate(all)
	for _, p := range problems {
		if err == nil && p.Severity == model.Error {
			err = p
		}
	}
	if err == nil {
		s.content = content
	}
	return err
}

// calibrate is apply after a change was taken back.
func (s *Screen) calibrate() tea.Cmd {
	if err := s.apply(); err != nil {
		return screen.Say("Can't undo: " + text.Safe(err.Error()))
	}
	s.list()
	return nil
}

// writtenMsg says that the model was written, or why not.
type writtenMsg struct {
	backup string
	err    error
}

func (s *Screen) write() tea.Msg {
	backup, err := safe.WriteFile(s.path, s.content, safe.WriteOptions{Expect: s.model.Bytes(), Backup: true})
	return writtenMsg{backup, err}
}

// checks is a table of the file's problems.
func (s *Screen) checks() screen.Screen {
	return table.New(s.env, table.Table{Name: "check", Empty: "✓ Nothing is wrong with the model.", Title: "Check  " + s.env.Theme.Muted.Render(filepath.Base(s.path)), Read: func() ([][]string, error) {
		rows := [][]string{{"severity", "line", "element", "what is wrong", "what to do"}}
		for _, p := range s.problems {
			rows = append(rows, []string{words.Severity(p.Severity), strconv.Itoa(p.Line), p.Name, p.Message, p.Hint})
		}
		return rows, nil
	}})
}

// Title is the header.
func (s *Screen) Title() (left, right string) {
	left = "Model  " + s.env.Theme.Muted.Render(text.Safe(filepath.Base(s.path)))
	if n := len(s.changes); n > 0 {
		return left, quantity.Plural(n, "value", "values") + " changed, not written"
	}
	return left, quantity.Plural(len(s.elements), "element", "elements")
}
