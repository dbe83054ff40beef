package wizard

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"beagle/internal/quantity"
	"beagle/run/project"

	tea "charm.land/bubbletea/v2"

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
	keep   ticks
	lost   []project.NotFound // what was not found; listed below the links
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

// newProposalScreen shows the links that were found; likely ones are chosen.
func newProposalScreen(of *projectPage, found *project.LinkProposal) *proposalScreen {
	s := &proposalScreen{of: of, found: found, keep: make(ticks, len(found.Links))}
	for i, e := range found.Links {
		s.keep[i] = e.Confidence >= likely
	}
	for _, u := range found.Unmatched {
		if !u.Folded() {
			s.lost = append(s.lost, u)
		}
	}
	return s
}

// Init reads the source of the first row.
func (s *proposalScreen) Init() tea.Cmd { return s.read() }

// read reads the source of the link that is looked at.
func (s *proposalScreen) read() tea.Cmd {
	s.source = nil
	at := s.cursor.At
	if at >= len(s.found.Links) {
		return nil
	}
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

func (s *proposalScreen) Scopes() []*keys.Scope {
	return []*keys.Scope{keys.Proposals, keys.Moving, keys.Everywhere}
}

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
	case action == keys.Enter && s.keep.count() == 0:
		return "select a link first"
	case action == keys.Toggle && s.cursor.At >= len(s.keep):
		return "this element was not found in the source"
	}
	return ""
}

func (s *proposalScreen) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		s.saving = true
		found, keep := s.found, slices.Clone(s.keep)
		return func() tea.Msg {
			return confirmedMsg{of: s, err: found.Save(func(i int) bool { return keep[i] })}
		}
	case keys.Back:
		return s.of.env().Go(screen.Close{})
	case keys.Export:
		return s.of.env().Export("links", linkColumns, s.table())
	case keys.Leave, keys.Stop:
		return s.of.of.leave()
	case keys.Toggle:
		s.keep[s.cursor.At] = !s.keep[s.cursor.At]
	case keys.All, keys.None:
		for i := range s.keep {
			s.keep[i] = action == keys.All
		}
	default:
		if s.cursor.Move(action, len(s.keep)+len(s.lost)) {
			return s.read()
		}
	}
	return nil
}

func (s *proposalScreen) Title() (left, right string) {
	return "Proposed links  " + s.of.env().Theme.Muted.Render(text.Safe(fileName(s.of.of.cfg.Model))),
		fmt.Sprintf("%d of %d selected%s", s.keep.count(), len(s.keep), s.missing())
}

// missing says how much was not found.
func (s *proposalScreen) missing() string {
	if len(s.lost) == 0 {
		return ""
	}
	return fmt.Sprintf(", %d not found", len(s.lost))
}

// Body draws the list, and the source of the row where there is room.
func (s *proposalScreen) Body(width, height int) []string {
	th := s.of.env().Theme
	var lines []string
	if height > 12 {
		lines = append(lines, text.Wrap(th.Strong.Render("The model has no links to the source. Are these right?"), width)...)
		lines = append(lines, text.Wrap(th.Muted.Render("Matched by names and structure. Selected links are written to "+
			text.Safe(s.of.of.files().short(s.found.File))+"; the model stays unchanged."), width)...)
		lines = append(lines, "")
	}
	if len(s.found.Problems) > 0 {
		lines = append(lines, text.Cut(th.Warn.Render("◆")+" "+quantity.Plural(len(s.found.Problems), "source file", "source files")+" could not be read, so nothing is found there", width))
	}
	room := height - len(lines)
	list := room
	if room >= 12 {
		list = min(len(s.keep)+len(s.lost), max(5, room*9/20))
	}
	lines = append(lines, s.rows(width, list)...)
	if room <= list {
		return text.Pad(lines, height)
	}
	if at := s.cursor.At - len(s.keep); at >= 0 {
		return text.Pad(append(append(lines, ""), s.why(&s.lost[at], width)...), height)
	}
	e := &s.found.Links[s.cursor.At]
	lines = append(lines, "", th.Muted.Render(text.Cut(text.Safe(e.Why), width)))
	if s.source == nil {
		return text.Pad(append(lines, th.Muted.Render("reading the source…")), height)
	}
	short := *s.source
	short.File = s.of.of.files().short(short.File)
	return text.Pad(append(lines, evidence.Source(th, &short, width, height-len(lines))...), height)
}

// rows draws the links, and below them what was not found.
func (s *proposalScreen) rows(width, height int) []string {
	th := s.of.env().Theme
	var lines []string
	from, to := s.cursor.Window(len(s.keep)+len(s.lost), height)
	for i := from; i < to; i++ {
		if i >= len(s.keep) {
			u := &s.lost[i-len(s.keep)]
			line := text.Between(" –  "+text.Safe(lostName(u)), "not found", width-1)
			lines = append(lines, th.Row(line, width, i == s.cursor.At, th.Muted))
			continue
		}
		e := &s.found.Links[i]
		line := text.Between(box(s.keep[i])+text.Safe(linkName(e)), fmt.Sprintf("%s  %3.0f %%", text.Safe(linkPlace(e)), 100*e.Confidence), width-1)
		style := th.Plain
		if !s.keep[i] {
			style = th.Muted
		}
		lines = append(lines, th.Row(line, width, i == s.cursor.At, style))
	}
	return text.Pad(lines, height)
}

// linkColumns are those of exported links.
var linkColumns = []string{"chosen", "element", "place", "confidence", "why"}

// table is the list as it is exported, what was not found at its end.
func (s *proposalScreen) table() (rows [][]string) {
	for i := range s.found.Links {
		e := &s.found.Links[i]
		chosen := "no"
		if s.keep[i] {
			chosen = "yes"
		}
		rows = append(rows, []string{chosen, linkName(e), linkPlace(e), strconv.FormatFloat(e.Confidence, 'f', 2, 64), e.Why})
	}
	for i := range s.lost {
		rows = append(rows, []string{"", lostName(&s.lost[i]), "", "", s.lost[i].Reason})
	}
	return rows
}

// why says why something was not found, where it may be, and what to do.
func (s *proposalScreen) why(u *project.NotFound, width int) []string {
	th := s.of.env().Theme
	lines := text.Wrap(text.Safe(u.Reason), width)
	for _, c := range u.Candidates {
		lines = append(lines, text.Cut("perhaps "+text.Safe(c), width))
	}
	return append(lines, text.Wrap(th.Muted.Render("It cannot be measured, unless the file under Links says where it is; written by hand, that is a line such as "+
		text.Safe(u.Element)+" FILE:LINES"), width)...)
}

// linkName is what is linked, in words.
func linkName(e *project.Link) string { return named(e.Kind, e.Name, e.Element) }

// lostName is what was not found, with its service.
func lostName(u *project.NotFound) string {
	if u.Kind == "service" {
		return "service " + u.Service
	}
	return named(u.Kind, u.Name, u.Element) + " of " + u.Service
}

func named(kind, name, element string) string {
	kind = map[string]string{
		"service": "service", "internal-action": "internal action", "call": "external call", "loop": "loop", "transition": "transition",
	}[kind]
	switch {
	case kind == "" && name == "":
		return element
	case name == "":
		return kind + " " + element
	default:
		return kind + " " + name
	}
}

// linkPlace is the file and the lines, short.
func linkPlace(e *project.Link) string {
	place := fmt.Sprintf("%s:%d", filepath.Base(e.Path), e.First.Line)
	if e.Last.Line != e.First.Line {
		place += fmt.Sprintf("–%d", e.Last.Line)
	}
	return place
}

// Where says which row is chosen.
func (s *proposalScreen) Where() string { return s.cursor.Where() }
