package review

import (
	"cmp"
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
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/table"
	"beagle/tui/text"
	"beagle/tui/whatif"
	"beagle/tui/words"
)

// Model is the screen of a model without an analysis: its elements with their values, what is wrong with it,
// values that a person types, and the way to what-if.
type Model struct {
	*table.Screen
	env      *screen.Env
	path     string
	model    adapter.Model
	problems []model.Problem // of the file, without the changes
	elements []model.Element
	changes  map[model.ElementID]run.Decision
	content  []byte // of the file, with the changes
}

// NewModel is the screen of a model's file.
func NewModel(env *screen.Env, path string) (*Model, error) {
	s := &Model{env: env, path: path}
	s.Screen = table.New(env, table.Table{Name: "model", Read: func() ([][]string, error) { return nil, nil }, Mark: s.mark, Below: s.below})
	s.Keys = keys.Model
	return s, s.read()
}

// read reads the file; nothing is changed then.
func (s *Model) read() (err error) {
	if s.model, err = adapter.Read(s.path); err != nil {
		return err
	}
	s.problems = s.model.Problems()
	if m, ok := s.model.(adapter.Checking); ok {
		s.problems = m.Check()
	}
	s.elements, s.changes, s.content = s.model.Elements(), map[model.ElementID]run.Decision{}, s.model.Bytes()
	s.list()
	return nil
}

// header are the columns.
var header = []string{"place", "element", "kind", "value"}

// list makes the rows anew.
func (s *Model) list() {
	rows := make([][]string, len(s.elements))
	for i := range s.elements {
		e := &s.elements[i]
		rows[i] = []string{words.Place(e), words.Name(e), words.Short(e.Kind), s.value(e)}
	}
	s.Set(header, rows)
}

// changed stands before a value that differs from the file's.
const changed = "new: "

// value is the text of the value column: the changed value, else that of the file.
func (s *Model) value(e *model.Element) string {
	if c, is := s.changes[e.ID]; is {
		return changed + strings.Join(texts(&c), "   ")
	}
	return words.Old(e)
}

// texts are the expressions that a person has typed for an element: one, or of a branch one for each transition.
func texts(d *run.Decision) []string {
	if len(d.Transitions) == 0 {
		return []string{d.StoEx}
	}
	all := make([]string, len(d.Transitions))
	for i := range d.Transitions {
		all[i] = transitionText(&d.Transitions[i])
	}
	return all
}

func (s *Model) mark(row []string) string {
	if strings.HasPrefix(row[3], changed) {
		return "+"
	}
	return " "
}

// chosen is the element with the bar; nil: there is none.
func (s *Model) chosen() *model.Element {
	if at := s.Chosen(); at >= 0 {
		return &s.elements[at]
	}
	return nil
}

// below is the element in full.
func (s *Model) below(at, width int) []string {
	th, e := s.env.Theme, &s.elements[at]
	lines := []string{evidence.Heading(th, &run.ElementState{Element: *e}, width)}
	name := "Value"
	if _, is := s.changes[e.ID]; is {
		name = "Old"
	}
	lines = append(lines, evidence.Fact(th, name, words.Old(e), width, 4)...)
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

// Update reads a file again that was written.
func (s *Model) Update(msg tea.Msg) tea.Cmd {
	m, ok := msg.(writtenModel)
	if !ok {
		return s.Screen.Update(msg)
	}
	if m.err == nil {
		m.err = s.read()
	}
	if m.err != nil {
		return screen.Say("Not written: " + text.Safe(m.err.Error()))
	}
	return screen.Say("Written to " + text.Safe(s.path) + "; the old file is " + text.Safe(filepath.Base(m.backup)) + ".")
}

// Footer names what matters.
func (s *Model) Footer() []keys.Action {
	return s.Filter.Footer(keys.Enter, keys.Undo, keys.Write, keys.Validate, keys.WhatNow, keys.Filter, keys.Sort, keys.Back, keys.Help)
}

// Off says why something cannot be done now.
func (s *Model) Off(action keys.Action) string {
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
func (s *Model) Act(action keys.Action) tea.Cmd {
	if s.Typing() {
		return s.Screen.Act(action)
	}
	switch action {
	case keys.Enter:
		return s.env.Go(screen.Open{Screen: s.edit(s.chosen())})
	case keys.Undo:
		delete(s.changes, s.chosen().ID)
		return s.calibrate()
	case keys.Validate:
		return s.env.Go(screen.Open{Screen: s.checks()})
	case keys.WhatNow:
		asked, err := whatif.Of(s.env, s.path, s.path, s.content, s.service(), func() tea.Cmd { return screen.Send(screen.Quit{}) })
		if err != nil {
			return screen.Say("Can't ask what if: " + text.Safe(err.Error()))
		}
		return s.env.Go(screen.Open{Screen: asked})
	case keys.Write:
		return dialog.Show(s.env, &dialog.Dialog{
			Title: "Write the model?", Text: s.written(),
			Answers: []dialog.Answer{{Key: "esc", Word: "cancel"}, {Key: "w", Word: "write", Do: s.write}},
		})
	case keys.Back, keys.Leave, keys.Stop:
		if len(s.changes) > 0 && s.Filter.Text == "" {
			return dialog.Show(s.env, &dialog.Dialog{
				Title: "Discard the changes?", Text: quantity.Plural(len(s.changes), "changed value is", "changed values are") + " not written.",
				Answers: []dialog.Answer{{Key: "esc", Word: "stay"}, {Key: "x", Word: "discard", Do: s.env.Away(action)}}, Again: screen.Send(screen.Quit{}),
			})
		}
	default:
	}
	return s.Screen.Act(action)
}

// service is the id of the chosen element's SEFF, or the name of its service.
func (s *Model) service() string {
	e := s.chosen()
	if e == nil {
		return ""
	}
	return cmp.Or(e.SEFF, e.Component+"."+e.Service)
}

// edit lets a person type the value of an element: of a branch one for each transition.
func (s *Model) edit(e *model.Element) *editor {
	v := newEditor(s.env, s.path, &run.ElementState{Element: *e, Decision: s.changes[e.ID]}, nil)
	v.problems = func(_ int, text string) []model.Problem { return adapter.ExpressionsOf(s.path).Check(e, text) }
	v.leave = s.env.Away
	v.take = func(d run.Decision) tea.Cmd {
		was, had := s.changes[e.ID]
		s.changes[e.ID] = d
		if err := s.apply(); err != nil {
			if delete(s.changes, e.ID); had {
				s.changes[e.ID] = was
			}
			return screen.Say("Can't take it: " + text.Safe(err.Error()))
		}
		s.list()
		return screen.Say("Changed; w writes it into the model.")
	}
	return v
}

// apply puts the changes into the file's content.
func (s *Model) apply() error {
	var all []adapter.Change
	for i := range s.elements {
		e := &s.elements[i]
		if d, changed := s.changes[e.ID]; changed {
			c := adapter.Change{Element: *e, Expression: d.StoEx}
			for _, t := range d.Transitions {
				c.Transitions = append(c.Transitions, adapter.Transition{ID: t.ID, Condition: t.Condition, Probability: t.Probability})
			}
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
func (s *Model) calibrate() tea.Cmd {
	if err := s.apply(); err != nil {
		return screen.Say("Can't undo: " + text.Safe(err.Error()))
	}
	s.list()
	return nil
}

// writtenModel says that the model was written, or why not.
type writtenModel struct {
	backup string
	err    error
}

func (s *Model) write() tea.Msg {
	backup, err := safe.WriteFile(s.path, s.content, safe.WriteOptions{Expect: s.model.Bytes(), Backup: true})
	return writtenModel{backup, err}
}

// written says what writing changes, each value from old to new, and what becomes of the old file.
func (s *Model) written() string {
	const most = 6
	var lines []string
	for i := range s.elements {
		e := &s.elements[i]
		if c, is := s.changes[e.ID]; is {
			lines = append(lines, text.Cut(words.Name(e), 30)+":  "+text.Cut(words.Old(e), 30)+"  →  "+text.Cut(strings.Join(texts(&c), "   "), 40))
		}
	}
	if more := len(lines) - most; more > 0 {
		lines = append(lines[:most], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n") + "\n" + fmt.Sprintf("%s in %s. The old file is kept as .bak.", quantity.Plural(len(s.changes), "value changes", "values change"), text.Safe(s.path))
}

// checks is a table of the file's problems.
func (s *Model) checks() screen.Screen {
	return table.New(s.env, table.Table{Name: "check", Empty: "✓ Nothing is wrong with the model.", Title: "Check  " + s.env.Theme.Muted.Render(filepath.Base(s.path)), Read: func() ([][]string, error) {
		rows := [][]string{{"severity", "line", "element", "what is wrong", "what to do"}}
		for _, p := range s.problems {
			rows = append(rows, []string{words.Severity(p.Severity), strconv.Itoa(p.Line), p.Name, p.Message, p.Hint})
		}
		return rows, nil
	}})
}

// Title is the header.
func (s *Model) Title() (left, right string) {
	left = "Model  " + s.env.Theme.Muted.Render(text.Safe(filepath.Base(s.path)))
	if n := len(s.changes); n > 0 {
		return left, quantity.Plural(n, "value", "values") + " changed, not written"
	}
	return left, quantity.Plural(len(s.elements), "element", "elements")
}
