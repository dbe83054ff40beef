package wizard

import (
	"cmp"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// settingsScreen lists every setting of an analysis; each is changed where it stands.
type settingsScreen struct {
	screen.List
	of     *Wizard
	all    []run.Setting
	rows   []int   // that the filter shows
	change *change // nil: none is being changed
}

// newSettings shows all settings, and changes them.
func newSettings(w *Wizard) *settingsScreen {
	s := &settingsScreen{of: w}
	s.Keys, s.Narrow = keys.Settings, s.read
	s.read()
	return s
}

func (s *settingsScreen) read() {
	s.all, s.rows = s.of.opt.Settings(s.of.cfg), nil
	want := strings.ToLower(s.Filter.Text)
	for i := range s.all {
		e := &s.all[i]
		said := e.Key + " " + e.Value + " " + e.Doc
		if e.Changed() {
			said += " is:changed"
		}
		if strings.Contains(strings.ToLower(said), want) {
			s.rows = append(s.rows, i)
		}
	}
	s.Filter.Shown, s.Filter.All = len(s.rows), len(s.all)
	s.Cursor.Clamp(len(s.rows))
}

// chosen is the setting that is looked at; nil: the filter leaves none.
func (s *settingsScreen) chosen() *run.Setting {
	if len(s.rows) == 0 {
		return nil
	}
	return &s.all[s.rows[s.Cursor.At]]
}

func (s *settingsScreen) Title() (left, right string) {
	return "All settings  " + s.of.env.Theme.Muted.Render("of beagle.yaml"), ""
}

func (s *settingsScreen) Typing() bool {
	return s.Filter.Typing || s.change != nil && s.change.form.Typing()
}

func (s *settingsScreen) Scopes() []*keys.Scope {
	if s.change != nil {
		return []*keys.Scope{keys.Forms, keys.Everywhere}
	}
	return s.List.Scopes()
}

func (s *settingsScreen) Footer() []keys.Action {
	if s.change != nil {
		return []keys.Action{keys.Enter, keys.Back, keys.Help}
	}
	return s.Filter.Footer(keys.Change, keys.Delete, keys.Filter, keys.Back, keys.Help)
}

func (s *settingsScreen) Word(action keys.Action) string {
	if s.change != nil {
		return s.change.word(action)
	}
	return s.List.Word(action)
}

func (s *settingsScreen) Off(action keys.Action) string {
	if s.change != nil || s.Filter.Typing {
		return ""
	}
	switch action {
	case keys.Change, keys.Delete:
		e := s.chosen()
		switch {
		case e == nil:
			return "No match"
		case e.Off != "":
			return e.Off
		case action == keys.Delete && !e.Changed():
			return "it is as it is by default"
		}
	default: // everything else can be done at any time
	}
	return ""
}

func (s *settingsScreen) Update(msg tea.Msg) tea.Cmd {
	if s.change == nil {
		return s.List.Update(msg)
	}
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		return s.change.update(msg)
	}
	return nil
}

func (s *settingsScreen) Act(action keys.Action) tea.Cmd {
	w := s.of
	if action == keys.Stop {
		return w.leave()
	}
	if s.change != nil {
		cmd, done := s.change.act(action)
		if done {
			s.change = nil
			s.read()
		}
		return w.draft.keep(cmd)
	}
	if s.Take(action, len(s.rows)) {
		return nil
	}
	switch action {
	case keys.Change:
		if e := s.chosen(); e.Key == "launch" {
			return tea.Batch(w.env.Go(screen.Close{}), w.visit(launchStep))
		}
		s.change = newChange(w, *s.chosen(), s.chosen().Key)
	case keys.Delete:
		cfg, err := w.opt.Change(w.cfg, s.chosen().Key, "")
		if err != nil {
			return screen.Say(err.Error())
		}
		w.adopt(cfg)
		s.read()
		return w.draft.keep(nil)
	case keys.Export:
		var rows [][]string
		for _, i := range s.rows {
			rows = append(rows, []string{s.all[i].Key, s.all[i].Value, s.all[i].Doc})
		}
		return w.env.Export("settings", []string{"setting", "value", "meaning"}, rows)
	case keys.Back:
		return tea.Batch(w.env.Go(screen.Close{}), w.page().Init())
	case keys.Leave:
		return w.leave()
	default: // nothing else is done here
	}
	return nil
}

// wide is from where on a row has room for what the setting means.
const wide = 112

func (s *settingsScreen) Body(width, height int) []string {
	th := s.of.env.Theme
	var below []string
	if s.change != nil {
		below = s.change.draw(width)
	}
	if len(s.rows) > 0 {
		below = append(below, s.detail(width)...)
	}
	below = append([]string{th.Rule.Render(strings.Repeat("─", width))}, below...)
	name, value := min(24, width/3), width-min(24, width/3)-5
	head := "  " + text.Fit("Setting", name) + "   Value"
	if width >= wide {
		value = width / 4
		head = text.Fit(head, name+value+6) + "  Meaning"
	}
	header := s.Head(th, head, width)
	lines := s.Draw(th, header, len(s.rows), "there are no settings", width, max(2, min(height-len(below), max(2, len(s.rows))+len(header))), func(i int) (string, lipgloss.Style) {
		e := &s.all[s.rows[i]]
		mark, style := "  ", th.Muted
		if e.Changed() {
			mark, style = "● ", th.Plain
		}
		line := mark + text.Fit(e.Key, name) + "  " + text.Fit(cmp.Or(text.Safe(e.Value), "not set"), max(4, value))
		if width >= wide {
			line += "   " + text.Safe(strings.ReplaceAll(e.Doc, "`", ""))
		}
		return text.Cut(line, width-1), style
	})
	return text.Pad(append(lines, below...), height)
}

func (s *settingsScreen) detail(width int) []string {
	th, e := s.of.env.Theme, s.chosen()
	lines := text.Wrap(th.Strong.Render(e.Key)+"  "+text.Safe(strings.ReplaceAll(e.Doc, "`", "")), width)
	if s.change == nil && e.Value != "" { // in full, since a row may be too short for it
		lines = append(lines, text.Wrap(th.Muted.Render("is       ")+text.Safe(e.Value), width)...)
	}
	if e.Default != "" && e.Changed() {
		lines = append(lines, th.Muted.Render("default  ")+text.Safe(e.Default))
	}
	const most = 7
	return lines[:min(len(lines), most)]
}

// The titles of the steps that the overview and the settings go to.
const (
	selectionStep = "Selection"
	launchStep    = "Launches"
)
