// Package compare is the screen of what changed between two analyses.
//
// It asks the room compare what changed, and shows its answer: a list of elements with an
// outcome each, and in detail what both analyses say of the chosen one. It decides
// nothing and writes nothing.
package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"beagle/compare"
	"beagle/internal/quantity"
	"beagle/tui/evidence"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/theme"
	"beagle/tui/words"
)

// Screen is the list of elements, the worst first, and the chosen one below it
// or beside it.
type Screen struct {
	screen.List
	env   *screen.Env
	found *compare.Comparison
	all   []compare.Element
	shown []int // of all, that the filter shows

	longest int // width of the longest name of an element with its place
	order   int // of orders
}

// orders are the ways to sort, in turns.
var orders = []string{"outcome, worst first", "cost, what grew most first", "name"}

// New is the screen of a comparison.
func New(env *screen.Env, found *compare.Comparison) *Screen {
	s := &Screen{env: env, found: found, all: found.Sorted()}
	s.Keys, s.Narrow = keys.Comparison, s.arrange
	s.arrange()
	return s
}

// arrange chooses the elements that the filter lets through, and their order.
func (s *Screen) arrange() {
	s.shown = s.shown[:0]
	for i := range s.all {
		e := &s.all[i]
		s.longest = max(s.longest, text.Width(named(e)))
		if text.Contains(s.Filter.Text, e.Name, e.Component, e.Service, string(e.Outcome), string(e.Form), e.Kind.String(), words.One(e.Kind), string(e.ID)) {
			s.shown = append(s.shown, i)
		}
	}
	s.sort()
	s.Filter.Shown, s.Filter.All = len(s.shown), len(s.all)
	s.Cursor.Clamp(len(s.shown))
}

func named(e *compare.Element) string {
	return text.Safe(e.Title() + "  " + e.Component + "." + e.Service)
}

// sort sorts what is shown; equal ones stay worst first.
func (s *Screen) sort() {
	slices.Sort(s.shown)
	slices.SortStableFunc(s.shown, func(i, j int) int {
		a, b := &s.all[i], &s.all[j]
		switch s.order {
		case 1:
			return cmp.Compare(grown(b), grown(a))
		case 2:
			return strings.Compare(strings.ToLower(a.Title()), strings.ToLower(b.Title()))
		}
		return 0
	})
}

// grown is by what factor costs grew; nothing of what is not known.
func grown(e *compare.Element) float64 {
	if e.Cost == nil {
		return 0
	}
	return e.Cost.Ratio
}

// export writes what is shown into a file.
func (s *Screen) export() tea.Cmd {
	rows := make([][]string, len(s.shown))
	for i, at := range s.shown {
		e := &s.all[at]
		cost := ""
		if e.Cost != nil {
			cost = fmt.Sprintf("%.4g", e.Cost.Ratio)
		}
		rows[i] = []string{string(e.Outcome), e.Title(), e.Kind.String(), e.Component, e.Service, string(e.Form), cost, string(e.ID)}
	}
	return s.env.Export("compare", []string{"outcome", "element", "kind", "component", "service", "form", "cost", "id"}, rows)
}

// Footer names what matters.
func (s *Screen) Footer() []keys.Action {
	return s.Filter.Footer(keys.Down, keys.Enter, keys.Filter, keys.Sort, keys.Export, keys.Help, keys.Leave)
}

// Act moves, filters, or leaves.
func (s *Screen) Act(action keys.Action) tea.Cmd {
	if s.Take(action, len(s.shown)) {
		return nil
	}
	switch action {
	case keys.Enter:
		if len(s.shown) > 0 {
			return s.env.Go(screen.Open{Screen: &screen.Whole{Env: s.env, Of: s, Keys: keys.Compared, Step: s.step, Lines: s.whole}})
		}
	case keys.Sort:
		s.order = (s.order + 1) % len(orders)
		s.arrange()
		return screen.Say("Sorted by " + orders[s.order] + "; s goes on.")
	case keys.Export:
		return s.export()
	default:
		return s.env.Away(action)
	}
	return nil
}

// Title is the header.
func (s *Screen) Title() (left, right string) {
	return "Compare  " + s.env.Theme.Muted.Render(text.Safe(s.found.Before)+" → "+text.Safe(s.found.After)), fmt.Sprintf("%d worse, %d better, of %d", s.found.Worse, s.found.Better, len(s.found.Elements))
}

// wide is from where on the element stands beside the list.
const wide = 112

// Body draws the list and the chosen element.
func (s *Screen) Body(width, height int) []string {
	if width >= wide && height >= 10 {
		left := screen.Beside(width, 12+s.longest+formWidth+12)
		return text.Beside(s.list(left, height), s.detail(width-left-3, height), left, width-left-3, height, s.env.Theme.Rule.Render(" │ "))
	}
	under := max(0, min(height-3, height*3/5))
	lines := s.list(width, height-under)
	lines = append(lines, s.env.Theme.Rule.Render(strings.Repeat("─", width)))
	return append(lines, s.detail(width, under-1)...)
}

// marks tell outcomes apart by shape.
var marks = map[compare.Outcome]string{
	compare.Worse: "✗ worse", compare.Better: "✓ better", compare.Same: "· same", compare.Unknown: "◆ look", compare.Unlearnt: "○ none",
}

// formWidth is that of the longest word for a form.
const formWidth = 13

// list draws the elements, a line each.
func (s *Screen) list(width, height int) []string {
	th := s.env.Theme
	name := max(12, width-12-formWidth-11)
	head := "  " + text.Fit("Outcome", 10) + text.Fit("Element", name) + text.Fit("Form", formWidth+1) + text.Right("cost", 8)
	return s.Draw(th, s.Head(th, head, width), len(s.shown), "the two runs have no element in common", width, height, func(i int) (string, lipgloss.Style) {
		e := &s.all[s.shown[i]]
		ratio := quantity.None
		if e.Cost != nil {
			ratio = fmt.Sprintf("×%.3g", e.Cost.Ratio)
		}
		line := " " + text.Fit(marks[e.Outcome], 9) + " " + text.Fit(named(e), name-1)
		return line + " " + text.Fit(string(e.Form), formWidth) + " " + text.Right(ratio, 7), style(th, e.Outcome)
	})
}

func style(th *theme.Theme, outcome compare.Outcome) lipgloss.Style {
	switch outcome {
	case compare.Worse:
		return th.Bad
	case compare.Same, compare.Unlearnt:
		return th.Muted
	case compare.Better, compare.Unknown:
	}
	return th.Plain
}

// detail draws what both analyses say of the chosen element.
func (s *Screen) detail(width, height int) []string {
	if len(s.shown) == 0 || height < 1 {
		return text.Pad(nil, max(0, height))
	}
	// Where there is room, nothing is cut. Notes are seen, and not in front of what concerns the element.
	lines, notes := s.said(width, max(evidence.Few, height/10))
	picture := curves(s.env, &s.all[s.shown[s.Cursor.At]], width, max(height*2/5, height-len(lines)-len(notes)-1))
	height -= len(picture)
	more := s.env.Theme.Muted.Render("… enter shows the rest")
	if room := max(min(len(lines), 4), height-len(notes)); len(lines) > room {
		lines, notes = lines[:room-1:room-1], append(notes, more)
	}
	return append(text.Pad(append(lines, notes...), height), picture...)
}

// step chooses the element above or below.
func (s *Screen) step(action keys.Action) tea.Cmd {
	s.Cursor.Move(action, len(s.shown))
	return nil
}

// whole is what both analyses say of the chosen element, where nothing is cut.
func (s *Screen) whole(width, height int) []string {
	lines, notes := s.said(width, evidence.Whole)
	lines = append(lines, curves(s.env, &s.all[s.shown[s.Cursor.At]], width, max(9, height-len(lines)-len(notes)-1))...)
	if len(notes) > 0 {
		lines = append(append(lines, ""), notes...)
	}
	return lines
}

// said is what both analyses say of the chosen element, and what is to be said of the whole
// comparison, with about so many lines of a fact at most.
func (s *Screen) said(width, most int) (lines, notes []string) {
	th, e := s.env.Theme, &s.all[s.shown[s.Cursor.At]]
	lines = []string{text.Cut(th.Title.Render(text.Safe(e.Title()))+th.Muted.Render("   "+words.One(e.Kind)+" in "+text.Safe(e.Component+"."+e.Service)), width)}
	for _, line := range e.Lines() {
		lines = append(lines, evidence.Fact(th, line.Name, text.Safe(line.Text), width, most+1)...)
	}
	for _, note := range s.found.Notes {
		notes = append(notes, evidence.Fact(th, "◆", text.Safe(note), width, most)...)
	}
	return lines, notes
}
