package compare

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"beagle/compare"
	"beagle/internal/quantity"
	"beagle/tui/evidence"
	"beagle/tui/keys"
	"beagle/tui/plot"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// History is the screen of what the runs of one model learnt: elements with the course of their
// costs, and of the chosen element what each run learnt.
type History struct {
	screen.List
	env     *screen.Env
	found   *compare.History
	compare func(before, after string) tea.Cmd
	shown   []int // of the elements, that the filter shows
	longest int   // width of the longest name of an element with its place
	run     int   // the chosen run
	marked  int   // run to compare with; -1: none
}

// NewHistory is the screen of a history; compare shows what changed between two of its runs.
func NewHistory(env *screen.Env, found *compare.History, filter string, between func(before, after string) tea.Cmd) *History {
	s := &History{env: env, found: found, compare: between, run: len(found.Runs) - 1, marked: -1}
	s.Filter.Text, s.Keys, s.Narrow = filter, keys.History, s.arrange
	s.arrange()
	return s
}

func (s *History) arrange() {
	s.shown = s.shown[:0]
	for i := range s.found.Elements {
		e := &s.found.Elements[i]
		s.longest = max(s.longest, text.Width(named(&e.Element)))
		if text.Contains(s.Filter.Text, e.Title(), e.Component+"."+e.Service, string(e.Outcome), e.Kind.String(), words.One(e.Kind), string(e.ID)) {
			s.shown = append(s.shown, i)
		}
	}
	s.Filter.Shown, s.Filter.All = len(s.shown), len(s.found.Elements)
	s.Cursor.Clamp(len(s.shown))
}

// Footer names what matters.
func (s *History) Footer() []keys.Action {
	return s.Filter.Footer(keys.Down, keys.Left, keys.Right, keys.Mark, keys.Compare, keys.Filter, keys.Export, keys.Help, keys.Leave)
}

// Off says why runs cannot be compared.
func (s *History) Off(action keys.Action) string {
	if action == keys.Compare && s.before() == s.run {
		return "there is only one run"
	}
	return ""
}

// before is the run with which the chosen one is compared: the marked one, else its predecessor.
func (s *History) before() int {
	if s.marked >= 0 && s.marked != s.run {
		return s.marked
	}
	return max(0, s.run-1)
}

// Act moves, marks, compares, or leaves.
func (s *History) Act(action keys.Action) tea.Cmd {
	if s.Take(action, len(s.shown)) {
		return nil
	}
	switch action {
	case keys.Left:
		s.run = max(0, s.run-1)
	case keys.Right:
		s.run = min(len(s.found.Runs)-1, s.run+1)
	case keys.Mark:
		if s.marked == s.run {
			s.marked = -1
			return nil
		}
		s.marked = s.run
		return screen.Say("Marked. c on another run compares the two.")
	case keys.Compare:
		a, b := s.before(), s.run
		return tea.Sequence(screen.Say("Comparing the two runs…"), s.compare(s.found.Runs[min(a, b)].ID, s.found.Runs[max(a, b)].ID))
	case keys.Export:
		return s.export()
	default:
		return s.env.Away(action)
	}
	return nil
}

// export writes what each run learnt of the elements that are shown.
func (s *History) export() tea.Cmd {
	var rows [][]string
	for _, at := range s.shown {
		e := &s.found.Elements[at]
		for i, p := range e.At {
			cost := ""
			if p.Cost != nil {
				cost = fmt.Sprintf("%.4g", *p.Cost)
			}
			rows = append(rows, []string{s.found.Runs[i].ID, e.Title(), e.Component, e.Service, string(e.ID), cost, p.Expression})
		}
	}
	return s.env.Export("history", []string{"run", "element", "component", "service", "id", "cost", "expression"}, rows)
}

// Title is the header.
func (s *History) Title() (left, right string) {
	runs := s.found.Runs
	right = quantity.Plural(len(runs), "run", "runs")
	if total := runs[0].Total; total != nil && len(runs) > 1 {
		right = "total " + plot.SparkFromZero(s.found.Totals(), min(20, len(runs))) + " " + fmt.Sprintf("×%.3g", 1 / *total) + ", " + right
	}
	return "History  " + s.env.Theme.Muted.Render(text.Safe(s.found.Name())), right
}

// Body draws the elements, and below them what each run learnt of the chosen one.
func (s *History) Body(width, height int) []string {
	if width >= wide && height >= 10 {
		left := screen.Beside(width, 12+s.longest+max(len(s.found.Runs), len("cost"))+10)
		return text.Beside(s.list(left, height), s.course(width-left-3, height), left, width-left-3, height, s.env.Theme.Rule.Render(" │ "))
	}
	under := max(0, height/2)
	lines := append(s.list(width, height-under), s.env.Theme.Rule.Render(strings.Repeat("─", width)))
	return append(lines, s.course(width, under-1)...)
}

// list draws the elements, a line each.
func (s *History) list(width, height int) []string {
	th := s.env.Theme
	spark := min(len(s.found.Runs), width/3)
	column := max(spark, len("cost"))
	name := max(12, width-12-column-9)
	head := "  " + text.Fit("Outcome", 10) + text.Fit("Element", name) + text.Fit("cost", column) + text.Right("now", 8)
	return s.Draw(th, s.Head(th, head, width), len(s.shown), "no element was learnt", width, height, func(i int) (string, lipgloss.Style) {
		e := &s.found.Elements[s.shown[i]]
		mark, since := marks[e.Outcome], e.Since()
		if len(s.found.Runs) == 1 { // it is the same as nothing
			mark, since = "· one run", quantity.None
		}
		line := " " + text.Fit(mark, 9) + " " + text.Fit(named(&e.Element), name-1)
		return line + " " + text.Fit(plot.SparkFromZero(e.Costs(), spark), column) + text.Right(since, 8), style(th, e.Outcome)
	})
}

// course draws what each run learnt of the chosen element, the newest run first.
func (s *History) course(width, height int) []string {
	if len(s.shown) == 0 || height < 2 {
		return text.Pad(nil, max(0, height))
	}
	th, e := s.env.Theme, &s.found.Elements[s.shown[s.Cursor.At]]
	lines := []string{text.Cut(th.Title.Render(text.Safe(e.Title()))+th.Muted.Render("   "+words.One(e.Kind)+" in "+text.Safe(e.Component+"."+e.Service)), width)}
	runs := s.found.Runs
	most := max(1, min(len(runs), height-1-evidence.Few))
	first := max(0, min(len(runs)-1-s.run-most/2, len(runs)-most))
	for k := first; k < first+most; k++ {
		i := len(runs) - 1 - k
		mark := " "
		if i == s.marked {
			mark = "*"
		}
		line := mark + runs[i].Began.Format("01-02 15:04")
		if runs[i].Commit != "" {
			line += " " + runs[i].Commit
		}
		line += text.Right(e.At[i].Share(), 7) + "  " + cmp.Or(text.Safe(e.At[i].Expression), "no expression")
		lines = append(lines, th.Row(line, width, i == s.run, th.Plain))
	}
	lines = append(lines, evidence.Fact(th, "run", text.Safe(runs[s.run].ID), width, 2)...)
	if changed := e.At[s.run].Changed; changed != "" {
		lines = append(lines, evidence.Fact(th, "changed", changed+", against the run before", width, 1)...)
	}
	lines = append(lines, evidence.Fact(th, "learnt", cmp.Or(text.Safe(e.At[s.run].Expression), "no expression"), width, max(1, min(evidence.Few, height-len(lines)-1)))...)
	lines = append(lines, curves(s.env, &e.Element, width, height-len(lines))...)
	return text.Pad(lines[:min(len(lines), height)], height)
}
