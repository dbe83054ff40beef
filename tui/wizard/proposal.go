package wizard

import (
	"fmt"
	"path/filepath"

	"beagle/run/project"

	tea "charm.land/bubbletea/v2"

	"beagle/links"
	"beagle/run"
	"beagle/tui/evidence"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// likely is the confidence from which a link is marked before a person looks.
const likely = 0.5

// proposalScreen shows where the elements of a model without links seem to lie
// in the source, and asks for confirmation.
type proposalScreen struct {
	screen.Base
	of     *projectPage
	found  *project.LinkProposal
	keep   []bool
	cursor screen.Cursor
	source *run.Source
	saving bool
}

// proposedMsg is what matching found.
type proposedMsg struct {
	number int
	found  *project.LinkProposal
	err    error
}

// linkSourceMsg is the source of a row; confirmedMsg is what came of saving.
type (
	linkSourceMsg struct {
		of     *proposalScreen
		at     int
		source run.Source
	}
	confirmedMsg struct {
		of  *proposalScreen
		err error
	}
)

func newProposalScreen(of *projectPage, found *project.LinkProposal) *proposalScreen {
	s := &proposalScreen{of: of, found: found, keep: make([]bool, len(found.Links))}
	for i, e := range found.Links {
		s.keep[i] = e.Confidence >= likely
	}
	return s
}

// Init reads the source of the first row.
func (s *proposalScreen) Init() tea.Cmd { return s.read() }

func (s *proposalScreen) read() tea.Cmd {
	s.source = nil
	at := s.cursor.At
	e := s.found.Links[at]
	return func() tea.Msg {
		lines := run.Source{File: e.Path, Lines: []string{"(cannot be read)"}}
		if content, err := readFile(e.Path); err == nil {
			lines = excerpt(content, e.First.Offset, e.Last.Offset)
			lines.File = e.Path
		}
		return linkSourceMsg{of: s, at: at, source: lines}
	}
}

// Update takes what was read, and what came of saving.
func (s *proposalScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case linkSourceMsg:
		if msg.of == s && msg.at == s.cursor.At {
			s.source = &msg.source
		}
	case confirmedMsg:
		if msg.of != s {
			return nil
		}
		s.saving = false
		if msg.err != nil {
			return screen.Say("Not saved: " + msg.err.Error())
		}
		return tea.Batch(s.of.env().Go(screen.Close{}), s.of.use(s.found.File))
	}
	return nil
}

// Scopes are the bindings of the list.
func (s *proposalScreen) Scopes() []*keys.Scope {
	return []*keys.Scope{keys.Proposals, keys.Moving, keys.Everywhere}
}

// Footer names what matters here.
func (s *proposalScreen) Footer() []keys.Action {
	return []keys.Action{keys.Enter, keys.Toggle, keys.All, keys.None, keys.Back, keys.Help}
}

// Word says that going back uses none of the links.
func (s *proposalScreen) Word(action keys.Action) string {
	if action == keys.Back {
		return "use none"
	}
	return ""
}

// Off says why the links cannot be used now.
func (s *proposalScreen) Off(action keys.Action) string {
	switch {
	case action == keys.Enter && s.saving:
		return "the links are being saved"
	case action == keys.Enter && s.kept() == 0:
		return "no link is chosen"
	}
	return ""
}

func (s *proposalScreen) kept() int {
	n := 0
	for _, keep := range s.keep {
		if keep {
			n++
		}
	}
	return n
}

// Act does what a key asks for.
func (s *proposalScreen) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		s.saving = true
		found, keep := s.found, append([]bool(nil), s.keep...)
		return func() tea.Msg {
			return confirmedMsg{of: s, err: found.Save(func(i int) bool { return keep[i] })}
		}
	case keys.Back:
		return s.of.env().Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return s.of.of.leave()
	case keys.Toggle:
		s.keep[s.cursor.At] = !s.keep[s.cursor.At]
	case keys.All, keys.None:
		for i := range s.keep {
			s.keep[i] = action == keys.All
		}
	default:
		if s.cursor.Move(action, len(s.keep)) {
			return s.read()
		}
	}
	return nil
}

// Title is the header.
func (s *proposalScreen) Title() (left, right string) {
	return "Proposed links  " + s.of.env().Theme.Muted.Render(text.Safe(fileName(s.of.of.cfg.Model))),
		fmt.Sprintf("%d of %d chosen", s.kept(), len(s.keep))
}

// Body draws the list, and the source of the row where there is room.
func (s *proposalScreen) Body(width, height int) []string {
	th := s.of.env().Theme
	var lines []string
	if height > 12 {
		lines = append(lines, text.Wrap(th.Strong.Render("The model has no links to the source. Do these lead to the right places?"), width)...)
		lines = append(lines, text.Wrap(th.Muted.Render("They were matched by names and structure. Those you choose are written to "+
			text.Safe(s.of.of.short(s.found.File))+"; the model stays as it is."), width)...)
		lines = append(lines, "")
	}
	if len(s.found.Problems) > 0 {
		lines = append(lines, text.Cut(th.Warn.Render("◆")+" "+text.Plural(len(s.found.Problems), "source file", "source files")+" could not be read, so nothing is found there", width))
	}
	room := height - len(lines)
	list := room
	if room >= 12 {
		list = min(len(s.keep), max(5, room*9/20))
	}
	lines = append(lines, s.rows(width, list)...)
	if room <= list {
		return text.Pad(lines, height)
	}
	e := &s.found.Links[s.cursor.At]
	lines = append(lines, "", th.Muted.Render(text.Cut(text.Safe(e.Why), width)))
	if s.source == nil {
		return text.Pad(append(lines, th.Muted.Render("reading the source…")), height)
	}
	short := *s.source
	short.File = s.of.of.short(short.File)
	return text.Pad(append(lines, evidence.Source(th, &short, width, height-len(lines))...), height)
}

func (s *proposalScreen) rows(width, height int) []string {
	th := s.of.env().Theme
	var lines []string
	from, to := s.cursor.Window(len(s.keep), height)
	for i := from; i < to; i++ {
		e := &s.found.Links[i]
		box := "[ ] "
		if s.keep[i] {
			box = "[x] "
		}
		line := text.Between(box+text.Safe(linkName(e)), fmt.Sprintf("%s  %3.0f %%", text.Safe(linkPlace(e)), 100*e.Confidence), width-1)
		style := th.Plain
		if !s.keep[i] {
			style = th.Muted
		}
		lines = append(lines, th.Row(line, width, i == s.cursor.At, style))
	}
	return text.Pad(lines, height)
}

// linkName is what is linked, in words.
func linkName(e *links.Entry) string {
	kind := map[string]string{
		"service": "service", "internal-action": "internal action", "call": "external call", "loop": "loop", "transition": "transition",
	}[e.Kind]
	switch {
	case kind == "" && e.Name == "":
		return e.Element
	case e.Name == "":
		return kind + " " + e.Element
	default:
		return kind + " " + e.Name
	}
}

// linkPlace is the file and the lines, short.
func linkPlace(e *links.Entry) string {
	place := fmt.Sprintf("%s:%d", filepath.Base(e.Path), e.First.Line)
	if e.Last.Line != e.First.Line {
		place += fmt.Sprintf("–%d", e.Last.Line)
	}
	return place
}
