package wizard

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/charset"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
	"beagle/tui/evidence"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// maxSource bounds what is read of a source file to show it.
const maxSource = 4 << 20

// around is how many lines are shown before and after the measured ones.
const around = 40

// sourceMsg is the source of an element.
type sourceMsg struct {
	id     model.ElementID
	source run.Source
}

// readSource reads the source of an element's first section.
func readSource(e model.Element) tea.Cmd {
	return func() tea.Msg {
		section, ok := section(&e)
		if !ok {
			return sourceMsg{id: e.ID, source: run.Source{Lines: []string{"(no link)"}}}
		}
		content, err := readFile(section.File)
		if err != nil {
			return sourceMsg{id: e.ID, source: run.Source{File: section.File, Lines: []string{"(cannot be read: " + err.Error() + ")"}}}
		}
		source := excerpt(content, section.First, section.Last)
		source.File = section.File
		return sourceMsg{id: e.ID, source: source}
	}
}

// section is where an element begins: its first section, or that of its first
// transition that has one.
func section(e *model.Element) (model.Section, bool) {
	if len(e.Sections) > 0 {
		return e.Sections[0], true
	}
	for _, o := range e.Branches {
		if o.Section != nil {
			return *o.Section, true
		}
	}
	return model.Section{}, false
}

// readFile reads a source, bounded, whatever its character set.
func readFile(path string) (text charset.Text, err error) {
	content, err := safe.ReadFile(path, maxSource)
	if err != nil {
		return text, fmt.Errorf("%s: %w", path, err)
	}
	return charset.Decode(path, content), nil
}

// excerpt is the lines between two offsets and those around them.
func excerpt(content charset.Text, start, end int) run.Source {
	from, to := content.Line(start)-1, content.Line(end)-1
	lines := strings.Split(content.String, "\n")
	first := max(0, from-around)
	last := min(len(lines), to+around+1)
	return run.Source{First: first + 1, From: from + 1, To: to + 1, Lines: lines[first:last]}
}

// sourceScreen is the source on the whole screen.
type sourceScreen struct {
	screen.Base
	of *selectionPage
}

func (s *sourceScreen) Scopes() []*keys.Scope { return []*keys.Scope{keys.Moving, keys.Everywhere} }

func (s *sourceScreen) Footer() []keys.Action {
	return []keys.Action{keys.Up, keys.Down, keys.Back, keys.Help}
}
func (s *sourceScreen) Title() (string, string) { return "Source", "" }

func (s *sourceScreen) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Back:
		return s.of.of.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return s.of.of.leave()
	default:
		// Up and down show the elements one after the other.
		return s.of.Act(action)
	}
}

func (s *sourceScreen) Body(width, height int) []string {
	e := s.of.tree.Element(s.of.Cursor.At)
	if e == nil {
		return text.Pad(nil, height)
	}
	th := s.of.of.env.Theme
	lines := []string{th.Title.Render(words.Name(e)) + th.Muted.Render("   "+words.One(e.Kind)+" in "+words.Place(e)), ""}
	source := s.of.sources[e.ID]
	if source == nil {
		return text.Pad(append(lines, th.Muted.Render("reading the source…")), height)
	}
	return append(lines, evidence.Source(th, source, width, height-len(lines))...)
}
