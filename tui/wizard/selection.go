package wizard

import (
	"fmt"
	"strings"

	"beagle/internal/quantity"
	"beagle/run/project"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"beagle/model"
	"beagle/run"
	"beagle/tui/elementtree"
	"beagle/tui/evidence"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// selectionPage chooses the elements to be measured; the source of the row is
// seen beside the tree.
type selectionPage struct {
	screen.List
	of   *Wizard
	from *project.Project // what the tree was made of
	tree *elementtree.Tree

	sources map[model.ElementID]*run.Source
	reading bool
}

func newSelectionPage(w *Wizard) *selectionPage {
	return &selectionPage{of: w, tree: elementtree.New(nil), sources: map[model.ElementID]*run.Source{}}
}

func (p *selectionPage) Title() (left, right string) { return "Selection", "" }

func (p *selectionPage) Scopes() []*keys.Scope {
	return p.Filter.Scopes(keys.Selection, keys.Moving)
}

func (p *selectionPage) Footer() []keys.Action {
	return p.Filter.Footer(keys.Toggle, keys.Enter, keys.Right, keys.Filter, keys.All, keys.None, keys.Source, keys.Back, keys.Help)
}

func (p *selectionPage) Off(action keys.Action) string {
	switch action {
	case keys.Enter:
		switch {
		case p.Filter.Typing || p.tree.Chosen() > 0:
		case p.tree.Total() == 0:
			return "no element is linked to the source; enter the links in step 1"
		default:
			return "select something first (space)"
		}
	case keys.Toggle, keys.Left, keys.Right, keys.Fold, keys.Source:
		if p.tree.Len() == 0 {
			return "there is no row"
		}
	case keys.All, keys.None:
		if p.tree.Total() == 0 {
			return "no element can be chosen"
		}
	default: // everything else can be done at any time
	}
	return ""
}

// Init makes the tree anew where the project is another one.
func (p *selectionPage) Init() tea.Cmd {
	if p.from != p.of.project && p.of.project != nil {
		p.from = p.of.project
		p.tree = elementtree.New(p.from.Elements)
		p.Cursor, p.Filter = screen.Cursor{}, screen.Filter{}
		p.sources = map[model.ElementID]*run.Source{}
		chosen := make(map[model.ElementID]bool, len(p.from.Chosen))
		for i := range p.from.Chosen {
			chosen[p.from.Chosen[i].ID] = true
		}
		p.tree.Choose(func(e *model.Element) bool { return chosen[e.ID] })
	}
	return p.read()
}

func (p *selectionPage) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		if p.Filter.Edit(msg) {
			return p.narrow()
		}
	case sourceMsg:
		p.reading = false
		p.sources[msg.id] = &msg.source
		return p.read()
	}
	return nil
}

// read fetches the source of the row, one at a time.
func (p *selectionPage) read() tea.Cmd {
	e := p.tree.Element(p.Cursor.At)
	if e == nil || p.reading || p.sources[e.ID] != nil {
		return nil
	}
	p.reading = true
	return readSource(*e)
}

func (p *selectionPage) Act(action keys.Action) tea.Cmd {
	if p.Filter.Act(action) {
		return tea.Batch(keep, p.narrow())
	}
	switch action {
	case keys.Toggle:
		if why := p.tree.Toggle(p.Cursor.At); why != "" {
			return screen.Say(why)
		}
		p.store()
	case keys.All, keys.None:
		p.tree.SetShown(action == keys.All)
		p.store()
	case keys.Right:
		if !p.tree.Open(p.Cursor.At) {
			p.Cursor.Move(keys.Down, p.tree.Len())
		}
	case keys.Left:
		p.Cursor.At = p.tree.Close(p.Cursor.At)
	case keys.Fold:
		p.Cursor.At = p.tree.OpenAll(p.Cursor.At)
	case keys.Export:
		return p.of.env.Export("selection", selectionColumns, p.table())
	case keys.Source:
		return p.of.env.Go(screen.Open{Screen: &sourceScreen{of: p}})
	case keys.Enter:
		p.store()
		return p.of.next()
	case keys.Back:
		return nil // the wizard goes back a step
	default:
		p.Cursor.Move(action, p.tree.Len())
	}
	return p.read()
}

// keep is a command that does nothing; it says that a key was used.
func keep() tea.Msg { return nil }

// narrow shows what the filter lets through.
func (p *selectionPage) narrow() tea.Cmd {
	p.tree.Filter(p.Filter.Text)
	p.Cursor.Clamp(p.tree.Len())
	return p.read()
}

// store keeps the selection among the settings.
func (p *selectionPage) store() {
	var s run.Selection
	s.Components, s.Services, s.Elements = p.tree.Selection()
	p.of.cfg.Select = s
}

func (p *selectionPage) Body(width, height int) []string {
	th := p.of.env.Theme
	head := fmt.Sprintf("%s of %s selected", quantity.Count(int64(p.tree.Chosen())), quantity.Count(int64(p.tree.Total())))
	if filter := p.Filter.Draw(th); filter != "" {
		head += "   " + filter
	}
	lines := []string{text.Cut(th.Strong.Render("What to measure ")+" "+head, width)}
	rest := height - 1
	if width < 76 {
		return append(lines, p.rows(width, rest)...)
	}
	left := max(42, min(64, width*9/20))
	return append(lines, text.Beside(p.rows(left, rest), p.beside(width-left-3, rest), left, width-left-3, rest, th.Rule.Render(" │ "))...)
}

// selectionColumns are those of the exported tree.
var selectionColumns = []string{"chosen", "element", "kind", "component", "service", "not measurable", "id"}

func (p *selectionPage) table() (rows [][]string) {
	for i := range p.tree.Len() {
		e, r := p.tree.Element(i), p.tree.Row(i)
		if e == nil {
			continue
		}
		chosen := "no"
		if r.State == elementtree.All {
			chosen = "yes"
		}
		rows = append(rows, []string{chosen, words.Name(e), words.Short(e.Kind), words.Component(e), words.Service(e), text.Safe(r.Off), string(e.ID)})
	}
	return rows
}

// rows draws the window of the tree.
func (p *selectionPage) rows(width, height int) []string {
	th := p.of.env.Theme
	return p.Draw(th, nil, p.tree.Len(), "the model has nothing that can be measured", width, height, func(i int) (string, lipgloss.Style) {
		r := p.tree.Row(i)
		if r.Off != "" {
			return drawRow(r, width-1), th.Muted
		}
		return drawRow(r, width-1), th.Plain
	})
}

// boxes are the three states of a box.
var boxes = [...]string{elementtree.None: "[ ]", elementtree.Some: "[~]", elementtree.All: "[x]"}

func drawRow(r elementtree.Row, width int) string {
	fold, box, right := "  ", boxes[r.State], r.Note
	if !r.Leaf {
		fold = "▸ "
		if r.Open {
			fold = "▾ "
		}
		right = fmt.Sprintf("%d of %d", r.On, r.All)
		if r.All == 0 {
			box, right = " – ", "no link"
		}
	}
	if r.Off != "" {
		box, right = " – ", r.Off
	}
	return text.Between(strings.Repeat("  ", r.Depth)+fold+box+" "+r.Label, right, width)
}

// beside draws the source of the row.
func (p *selectionPage) beside(width, height int) []string {
	th := p.of.env.Theme
	e := p.tree.Element(p.Cursor.At)
	if e == nil {
		return text.Pad(nil, height)
	}
	if !e.Linked() {
		return text.Pad(append([]string{""}, text.Wrap(th.Muted.Render("No link leads from this element to the source, so it cannot be measured."), width)...), height)
	}
	s := p.sources[e.ID]
	if s == nil {
		return text.Pad([]string{th.Muted.Render("reading the source…")}, height)
	}
	short := *s
	short.File = p.of.files().short(s.File)
	if width < 60 || height < 20 {
		return evidence.Source(th, &short, width, height)
	}
	lines := p.facts(e, width)
	return append(lines, evidence.Source(th, &short, width, height-len(lines))...)
}

// facts are what the element is, what the model says of it now, and what an expression of
// it may depend on.
func (p *selectionPage) facts(e *model.Element, width int) []string {
	th := p.of.env.Theme
	var inputs []string
	for i := range e.Inputs {
		inputs = append(inputs, strings.TrimSpace(e.Inputs[i].Name+" "+e.Inputs[i].Type))
	}
	lines := []string{text.Cut(th.Title.Render(words.Name(e))+th.Muted.Render("   "+words.One(e.Kind)+" in "+words.Place(e)), width)}
	lines = append(lines, evidence.Fact(th, "Model", "says "+words.Old(e)+" now", width, 2)...)
	lines = append(lines, evidence.Fact(th, "Inputs", text.Safe(strings.Join(inputs, ", ")), width, 2)...)
	return append(lines, "")
}
